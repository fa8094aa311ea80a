import type { chart as en } from '../../en/adverts/chart.ts'

export const chart: Readonly<Record<keyof typeof en, string>> = {
  'chart.title': 'マーケット',
  'chart.loading': 'チャートを読み込んでいます…',
  'chart.failed': 'チャートを読み込めませんでした。',
  'chart.retry': '再試行',
  'chart.sparkline': '直近30分：{first}円から{last}円',
}
