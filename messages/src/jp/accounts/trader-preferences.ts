import type { traderPreferences as en } from '../../en/accounts/trader-preferences.ts'

/** 新規IOIの初期設定：表示と編集。 */
export const traderPreferences: Readonly<Record<keyof typeof en, string>> = {
  'preferences.title': '新規IOIの既定値',
  'preferences.lead': '今後作成するIOIに適用されます。作成済のIOIは変更されません。',
  'preferences.neverSaved':
    '既定値はまだ保存されていません。保存するまで、新規IOIは最低数量{minimum}%、有効期間{duration}で作成されます。',
  'preferences.edit': '編集',
  'preferences.edit.title': 'IOI既定値の編集',
  'preferences.save': '既定値を保存',
  'preferences.saving': '保存中…',
  'preferences.saved': '既定値を保存しました。今後作成するIOIに適用されます。',
  'preferences.cancel': 'キャンセル',
  'preferences.isOn': 'オン',
  'preferences.isOff': 'オフ',
  'preferences.on': 'オン（{percent}%）',
  'preferences.off': 'オフ（既定 {percent}%）',
  'preferences.offset': '前日終値からの乖離幅',
  'preferences.switchOn': '変更するにはオンにしてください。',
  'preferences.advertising.means':
    '仲値が前日終値からこの幅だけ下がる（買い）または上がる（売り）まで待機します。',
  'preferences.knockout.means':
    '仲値が前日終値からこの幅だけ上がる（買い）または下がる（売り）と取り消されます。',
  'preferences.indexRelative.means':
    '銘柄の騰落率がTOPIXの騰落率をこの幅だけ上回る（買い）または下回る（売り）と取り消されます。',
  'preferences.lowRating':
    '現在の信頼度レーティングは{rating}です。{armingRating}以上になるまで、新規IOIはこのトリガーなしで作成されます。',
  'preferences.brokers': '証券会社',
  'preferences.brokers.none': '未選択（新規IOIでは利用可能な証券会社の先頭{max}社が選択されます）',
  'preferences.leaving.title': '保存せずにこの画面を離れますか？',
  'preferences.leaving.body': '既定値の変更は保存されていません。',
  'preferences.leaving.leave': '保存せずに離れる',
  'conditions.title': '保存した条件',
  'conditions.lead':
    '名前を付けて保存した条件です。取引画面でIOIに適用でき、ファイルでは「conditions」列に名前を入れて指定できます。作成済のIOIは変更されません。',
  'conditions.new': '条件を追加',
  'conditions.new.title': '条件に名前を付けて保存',
  'conditions.edit.title': '保存した条件の編集',
  'conditions.name': '名前',
  'conditions.name.hint': '例：小型株。本人以外には表示されません。',
  'conditions.save': '条件を保存',
  'conditions.saved': '「{name}」を保存しました。',
  'conditions.edit.of': '{name}を編集',
  'conditions.delete': '削除',
  'conditions.delete.of': '{name}を削除',
  'conditions.deleting.title': '「{name}」を削除しますか？',
  'conditions.deleting.body': 'この条件を適用したIOIは変更されません。',
  'conditions.deleting.keep': '残す',
  'conditions.apply': '適用',
  'conditions.applied': '「{name}」を適用しました（変更{count}項目）。',
  'conditions.unchanged': 'このIOIはすでにこの条件になっています。',
}
