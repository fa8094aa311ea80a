import type { exposure as en } from '../../en/adverts/exposure.ts'

export const exposure: Readonly<Record<keyof typeof en, string>> = {
  'exposure.title': '開示状況',
  'exposure.byAdvert': 'IOI別の開示状況',
  'exposure.byDay': '日別の開示状況',
  'exposure.note':
    '開示：照会ごとに相手方へ表示された照会株数の合計（照会の結果を問いません）。IOIのそれ以外の内容は開示されません。約定：証券会社の報告分。金額はいずれも照会時の仲値で計算しています。',
  'exposure.note.desk': '自社の全トレーダーの合計です。照会は終了した時点で集計されます。',
  'exposure.empty': 'この期間に照会されたIOIはなく、相手方への開示はありません。',
  'exposure.empty.desk': 'この期間に終了した自社の照会はありません。',
  'exposure.loadFailed': '開示状況を読み込めませんでした。',
  'exposure.export': '開示状況をCSV出力',
  'exposure.total': '合計',
  'exposure.column.day': '日付',
  'exposure.column.security': '銘柄',
  'exposure.column.direction': '売買',
  'exposure.column.ioi': 'IOI株数',
  'exposure.column.locates': '照会件数',
  'exposure.column.shown': '開示株数',
  'exposure.column.shownValue': '開示金額（円）',
  'exposure.column.agreements': '合意件数',
  'exposure.column.agreed': '合意株数',
  'exposure.column.agreedValue': '合意金額（円）',
  'exposure.column.executed': '約定株数',
  'exposure.column.executedValue': '約定金額（円）',
  'exposure.column.agreedOfShown': '合意／開示（%）',
  'exposure.column.executedOfShown': '約定／開示（%）',
}
