import type { sharedLabels as en } from '../../en/app/shared-labels.ts'

export const sharedLabels: Readonly<Record<keyof typeof en, string>> = {
  'name.product': '{product}',
  'common.BUY': '買',
  'common.SELL': '売',
  'common.noSide': '–',
  'common.CASH_ONLY': '現物のみ',
  'common.CASH_SWAP': '現物・スワップ可',
  'common.SWAP_ONLY': 'スワップのみ',
  'common.ok': 'OK',
  'common.close': '閉じる',
  'common.retry': '再試行',
  'common.copy': 'コピー',
  'common.copied': 'コピーしました',
  'common.copyFailed': 'ブラウザーがコピーを許可しませんでした。',
  'common.pending': '未受領',
  'common.received': '受領済',
  'common.shares': '株',
  'field.required': 'この項目は必須です。',
  'field.min': '入力できる最小値は{min}です。',
  'field.max': '入力できる最大値は{max}です。',
  'field.step': '{step}刻みで入力してください。',
  'error.title': '処理できませんでした',
  'error.copyReference': '参照番号をコピー',
  'error.screenTitle': '画面を表示できませんでした',
  'error.screenHint':
    '送信や変更は行われていません。再読み込みしても解決しない場合は、サポートまでご連絡ください。',
  'error.notFetchedTitle': '画面の一部を読み込めませんでした',
  'error.notFetchedHint':
    '新しいバージョンが公開されたか、ネットワークに接続できません。送信や変更は行われていません。ページを再読み込みしてください。',
  'error.reload': '再読み込み',
}
