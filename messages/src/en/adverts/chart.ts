/** What the desk says of its chart before it is loaded, and the small chart of a locate. */
export const chart = {
  'chart.title': 'Market',
  'chart.loading': 'Loading the chart…',
  'chart.failed': 'The chart could not be loaded.',
  'chart.retry': 'Try again',
  'chart.sparkline': 'Last half hour: from {first} to {last} yen',
} as const
