import type { advancedPanel as en } from '../../en/adverts/advanced-panel.ts'

export const advancedPanel: Readonly<Record<keyof typeof en, string>> = {
  'advert.panel.title': '条件',
  'advert.panel.open': '詳細設定',
  'advert.panel.close': '閉じる',
  'advert.panel.priceConditions': '価格条件',
  'advert.panel.advertPreferences': '提示条件',
  'advert.panel.pathPreferences': '執行証券会社',
  'advert.panel.noConditions': 'なし',
  'advert.panel.accepts': '相手方: {type}',

  'advert.panel.advertising': '公開トリガー',
  'advert.panel.advertising.BUY': '仲値がこの水準以下になるまで待機します。',
  'advert.panel.advertising.SELL': '仲値がこの水準以上になるまで待機します。',
  'advert.panel.knockout': 'ノックアウト（取消）トリガー',
  'advert.panel.knockout.BUY': '仲値がこの水準以上になると取り消されます。',
  'advert.panel.knockout.SELL': '仲値がこの水準以下になると取り消されます。',
  'advert.panel.indexRelative': '指数相対トリガー',
  'advert.panel.indexRelative.BUY': '前日比でTOPIXをこの幅以上上回ると取り消されます。',
  'advert.panel.indexRelative.SELL': '前日比でTOPIXをこの幅以上下回ると取り消されます。',
  'advert.panel.level': '価格水準',
  'advert.panel.yen': '円',
  'advert.panel.offset.below': '前日終値から下へ',
  'advert.panel.offset.above': '前日終値から上へ',
  'advert.panel.lead': '指数との乖離幅',
  'advert.panel.level.invalid': '0より大きい価格を入力してください（例: 2,905.5）。',
  'advert.panel.percent.invalid': '{min}～{max}％の範囲で入力してください（例: {max}、3.25）。',
  'advert.panel.percent.range': '{min}～{max}％',
  'advert.panel.rounded': '呼値の単位に切り下げました',
  'advert.panel.limits':
    '前日終値 {close} · 本日の制限値幅 {min}～{max} · 価格水準は呼値の単位に切り下げます',
  'advert.panel.frozen': '時間外マッチング中のため、トリガーは変更できません。',
  'advert.panel.satisfied': '成立済みのため、変更できません。',
  'advert.panel.rating': '信頼度レーティング41以上で利用できます（現在 {rating}）。',

  'advert.panel.ownType': '自社の取引形態',
  'advert.panel.decay': '数量逓減',
  'advert.panel.decay.hint': '提示数量が有効期間の経過とともに最低数量へ近づきます。',

  'advert.panel.none': 'なし',
  'advert.panel.place': '証券会社 {rank}',
  'advert.panel.moved': '{broker}: {count}社中{place}番目',

  'advert.panel.residual': '残数量でIOIを作成',
  'advert.panel.residual.creating': '作成中…',
  'advert.panel.residual.none': 'このIOIの残数量ではIOIを作成できません。',
}
