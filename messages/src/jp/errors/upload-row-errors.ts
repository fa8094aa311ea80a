import type { uploadRowErrors as en } from '../../en/errors/upload-row-errors.ts'

export const uploadRowErrors: Readonly<Record<keyof typeof en, string>> = {
  'ERR-001': '{header}の値「{value}」が正しくありません。',
  'ERR-002': 'RICコードが正しくありません。',
  'ERR-004': 'この銘柄には、ご自身または貴社のIOIが既にあります。',
  'ERR-005': '同じ銘柄のIOIがファイル内に複数あります（{otherLine}行目）。',
  'ERR-006':
    '数量{shareQuantity}株は、プラットフォームの最低金額に相当する{minimumShareQuantity}株を下回っています。数量を増やしてください。',
  'ERR-007': '最低数量（{minimumQuantity}%）は、{min}～{max}%の範囲で指定してください。',
  'ERR-008': '相手方の最低信頼度（{credibilityHurdle}）は、{min}～{max}の範囲で指定してください。',
  'ERR-009': '発動トリガーの乖離幅（{advertisingTriggerOffset}%）は、{min}～{max}%の範囲で指定してください。',
  'ERR-010':
    'ノックアウトトリガーの乖離幅（{knockoutTriggerOffset}%）は、{min}～{max}%の範囲で指定してください。',
  'ERR-011': '対指数の乖離幅（{indexRelativeKOTriggerOffset}%）は、{min}～{max}%の範囲で指定してください。',
  'ERR-012': '稼働時間外です。{exchange}のプラットフォーム稼働時間は{hours}（UTC）です。',
  'ERR-013': '行の項目数（{fields}）が見出しの項目数（{headers}）と一致しません。',
  'ERR-014': '{exchange}は本日休業です。',
  'RESTORE-ERR-01':
    '数量{shareQuantity}株は、プラットフォームの最低金額に相当する{minimumShareQuantity}株を下回っています。数量を増やしてください。',
  'RESTORE-ERR-02': 'この銘柄のIOIは既にあります。',
  'RESTORE-ERR-03': '稼働時間外です。{exchange}のプラットフォーム稼働時間は{hours}（UTC）です。',
  'RESTORE-ERR-04': 'RICコードが正しくありません。',
  'RESTORE-ERR-05': '{exchange}は本日休業です。',
  'RESTORE-ERR-06':
    '送信日の基準値段は{closeThen}円、本日の基準値段は{closeNow}円で、差が制限値幅を超えています。数量を確認し、改めて入力してください。',
}
