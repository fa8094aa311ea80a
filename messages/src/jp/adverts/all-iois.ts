import type { allIois as en } from '../../en/adverts/all-iois.ts'

export const allIois: Readonly<Record<keyof typeof en, string>> = {
  'all.pause': 'すべて一時停止',
  'all.resume': 'すべて再開',
  'all.cancel': 'すべて取消',
  'all.none.pause': '有効なIOIはありません。',
  'all.none.resume': '一時停止中のIOIはありません。',
  'all.none.cancel': '取り消せるIOIはありません。',
  'all.ask.pause': '有効なIOI {count}件をすべて一時停止しますか？',
  'all.ask.resume': '一時停止中のIOI {count}件をすべて再開しますか？',
  'all.ask.cancel': 'IOI {count}件をすべて取り消しますか？',
  'all.confirm.pause': '一時停止（{count}件）',
  'all.confirm.resume': '再開（{count}件）',
  'all.confirm.cancel': '取消（{count}件）',
  'all.done.pause': '{count}件を一時停止しました',
  'all.done.resume': '{count}件を再開しました',
  'all.done.cancel': '{count}件を取り消しました',
  'all.located': '照会中のIOIは対象外です：{count}件',
  'phone.title': '有効なIOI（{count}件）',
  'phone.empty': '有効なIOIはありません。',
  'all.result': '変更できなかったIOIがあります',
}
