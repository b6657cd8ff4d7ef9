-- Script for wrk: sends the requests of a file in turn, with a new number for each {n}.
-- Arguments: the file; the maximum requests per second, or 0 for no limit.
-- With a rate, requests are due at random times independent of responses (exponential gaps), and the next free connection sends
-- them. LATE counts requests without a free connection within a millisecond: latencies exclude that wait.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } moment;
  int clock_gettime(int clock, moment *into);
]]
local moment = ffi.new("moment")
local function now()
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.seconds) * 1e3 + tonumber(moment.nanoseconds) / 1e6
end

local threads = {}
function setup(thread) table.insert(threads, thread) end

function init(args)
  local all, rate = dofile(args[1]), tonumber(args[2])
  late = 0
  math.randomseed(now())
  local at, n = math.random(#all), math.floor(now() * 1000)
  request = function()
    at, n = at % #all + 1, n + 1
    local text = all[at]
    if text:find("{n}", 1, true) then return (text:gsub("{n}", n)) end
    return text
  end
  if rate == 0 then return end
  local due = now()
  delay = function()
    due = due - math.log(1 - math.random()) * 1000 / rate
    local wait = due - now()
    if wait < -1 then late = late + 1 end
    return math.max(0, wait)
  end
end

function done(summary, latency)
  local e, late = summary.errors, 0
  for _, thread in ipairs(threads) do late = late + thread:get("late") end
  io.write(string.format("SEEN %d %d %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), e.status, e.connect + e.read + e.write + e.timeout, late))
end
