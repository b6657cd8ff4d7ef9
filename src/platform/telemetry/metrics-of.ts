import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import type { Metrics, ReadMetric } from './metrics.ts'

type Sample = ReadMetric['values'][number]

/** Converts the metrics of `/metrics` for a collector; each is counted once. */
export function metricsOf(metrics: Metrics, resource: Resource): MetricProducer {
  const startTime = wallTime()
  return {
    async collect() {
      const endTime = wallTime()
      const read = (await metrics.read()).filter(({ type }) => type !== 'summary')
      const data = read.map((metric) => dataOf(metric, startTime, endTime))
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'market' }, metrics: data }] }, errors: [] }
    },
  }
}

function dataOf(metric: ReadMetric, startTime: HrTime, endTime: HrTime): MetricData {
  const descriptor = { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE }
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const point = <T>(labels: Attributes, value: T) => ({ startTime, endTime, attributes: labels, value })
  if (metric.type === 'histogram') {
    const lines = [...Map.groupBy(metric.values, labelsOf).values()]
    return {
      ...common,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: lines.map((line) => point(withoutBound(line[0]!), bucketsOf(line))),
    }
  }
  const dataPoints = metric.values.filter(({ value }) => Number.isFinite(value)).map(({ labels, value }) => point(labels, value))
  if (metric.type === 'counter') return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
}

const withoutBound = ({ labels: { le: _, ...labels } }: Sample): Attributes => labels
const labelsOf = (sample: Sample): string => JSON.stringify(withoutBound(sample))

/** Prometheus buckets count up to the bound, OTLP buckets between two. */
function bucketsOf(line: readonly Sample[]) {
  const named = (end: string) => line.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0
  const upTo = line.filter(({ metricName }) => metricName?.endsWith('_bucket'))
  const counts = upTo.map(({ value }, i) => value - (upTo[i - 1]?.value ?? 0))
  const boundaries = upTo.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite)
  return { buckets: { boundaries, counts }, sum: named('_sum'), count: named('_count') }
}

/** Machine time, which a collector compares with other sources. */
function wallTime(): HrTime {
  const ms = performance.timeOrigin + performance.now()
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]
}
