import type { dataGrid as en } from '../../en/app/data-grid.ts'

export const dataGrid: Readonly<Record<keyof typeof en, string>> = {
  'table.shown': '{count}件中{shown}件を表示',
  'table.clear': '絞り込みを解除',
  'table.withZone': '{column}（{zone}）',
  'table.quick': '一覧内を検索',
  'table.filters': '絞り込み',
  'table.filter.of': '{column}で絞り込み（Alt+↓）',
  'table.filters.count': '絞り込み（{count}）',
  'table.filters.title': '列ごとの絞り込み',
  'table.filters.any': 'すべて',
  'table.filters.number': '>1万、5千-2万',
  'table.filters.percent': '>50、10-50',
  'table.filters.duration': '>5:00、1分-10分',
  'table.filters.text': '含む文字',
  'table.chip': '{column}「{wanted}」',
  'table.chip.remove': '絞り込み「{filter}」を解除',
  'table.export': 'CSV出力',
  'table.export.none': '表示されている行がありません。',
}
