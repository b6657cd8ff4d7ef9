-- The bound of daily_counts is seen to hold for every row, while others read and write: what follows then reads none.

alter table daily_counts validate constraint daily_counts_ends;
