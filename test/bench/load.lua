-- What wrk sends: the requests of a file in turn, {n} in them being another number each time.
-- Arguments: the file; the most requests a second, or 0 for as fast as they are answered.
-- With a rate, requests are due at moments that do not wait for answers, as strangers come (exponential gaps), and the next free
-- connection sends what is due. LATE says how many found no free connection within a millisecond: their waiting is not in the latencies.
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
