import type { advancedPanel as en } from '../../en/adverts/advanced-panel.ts'

export const advancedPanel: Readonly<Record<keyof typeof en, string>> = {
  'advert.panel.title': '条件',
  'advert.panel.open': '詳細設定',
  'advert.panel.close': '完了',
  'advert.panel.priceConditions': '価格条件',
  'advert.panel.advertPreferences': '提示条件',
  'advert.panel.pathPreferences': '執行証券会社',
  'advert.panel.noConditions': 'なし',
  'advert.panel.accepts': '相手方：{type}',

  'advert.panel.limit': '指値',
  'advert.panel.limit.BUY': '仲値がこの価格を上回る間は待機します。',
  'advert.panel.limit.SELL': '仲値がこの価格を下回る間は待機します。',
  'advert.panel.limit.hint': '↑↓で1呼値ずつ変更',
  'advert.panel.advertising': '発動トリガー',
  'advert.panel.advertising.BUY': '仲値がこの水準以下になるまで待機します。',
  'advert.panel.advertising.SELL': '仲値がこの水準以上になるまで待機します。',
  'advert.panel.knockout': 'ノックアウト（取消）トリガー',
  'advert.panel.knockout.BUY': '仲値がこの水準以上になると取り消されます。',
  'advert.panel.knockout.SELL': '仲値がこの水準以下になると取り消されます。',
  'advert.panel.indexRelative': '対指数トリガー',
  'advert.panel.indexRelative.BUY':
    '銘柄の騰落率がTOPIXの騰落率を上回り、差がこの幅以上になると取り消されます。',
  'advert.panel.indexRelative.SELL':
    '銘柄の騰落率がTOPIXの騰落率を下回り、差がこの幅以上になると取り消されます。',
  'advert.panel.level': '価格水準',
  'advert.panel.yen': '円',
  'advert.panel.offset.below': '前日終値より下',
  'advert.panel.offset.above': '前日終値より上',
  'advert.panel.lead': '対指数の乖離幅',
  'advert.panel.level.invalid': '0より大きい価格を入力してください（例：2,905.5）。',
  'advert.panel.percent.invalid': '{min}～{max}%の範囲で入力してください（例：{max}、3.25）。',
  'advert.panel.percent.range': '{min}～{max}%',
  'advert.panel.rounded': '呼値の単位未満を切り捨てました',
  'advert.panel.limits': '前日終値 {close}・本日の制限値幅 {min}～{max}・呼値の単位未満は切り捨て',
  'advert.panel.frozen': '時間外マッチング中のため、トリガーは変更できません。',
  'advert.panel.satisfied': '既に発動しているため、変更できません。',
  'advert.panel.rating': '信頼度レーティング41以上で利用できます（現在 {rating}）。',

  'advert.panel.ownType': '自社の取引形態',
  'advert.panel.decay': '数量逓減',
  'advert.panel.decay.hint': '提示数量が時間の経過とともに最低数量まで逓減します。',

  'advert.panel.none': 'なし',
  'advert.panel.place': '証券会社 {rank}',
  'advert.panel.moved': '{broker}：{count}社中{place}番目',

  'advert.panel.residual': '残数量のIOIを作成',
  'advert.panel.residual.creating': '作成中…',
  'advert.panel.residual.none': 'このIOIからは残数量のIOIを作成できません。',
}
