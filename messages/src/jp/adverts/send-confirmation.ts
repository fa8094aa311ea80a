import type { sendConfirmation as en } from '../../en/adverts/send-confirmation.ts'

export const sendConfirmation: Readonly<Record<keyof typeof en, string>> = {
  'outsideHours.title': '稼働時間外',
  'outsideHours.closed': '現在は稼働時間外です',
  'outsideHours.hours': '{exchange}のプラットフォーム稼働時間',
  'outsideHours.security': '{ric}（{exchange}）のプラットフォーム稼働時間',
  'outsideHours.exchange': '取引所',
  'outsideHours.range': '{from}～{to}',
  'outsideHours.separator': '、',
  'outsideHours.zone': '現地時間：{zone}',
  'outsideHours.kept': '送信されていません。入力内容はそのまま残っています。',

  'review.at': '{price}円',
  'review.against': '対TOPIX {percent}%',
  'review.on': 'オン',
  'review.off': 'オフ',
  'review.conditions': '価格条件',
  'review.none': 'なし',

  'whyNot.open': 'マッチング状況',
  'whyNot.source': 'ご自身のIOIと公開情報のみに基づきます。10秒ごとに更新されます。',
  'whyNot.unavailable': '理由を読み込めませんでした。自動的に再取得します。',
  'whyNot.market.001': '気配なし',
  'whyNot.market.002': '価格がゼロまたは負',
  'whyNot.market.003': '気配の更新停止',
  'whyNot.market.004': '売買停止',
  'whyNot.market.005': '特別気配',
  'whyNot.market.006': 'ストップ高・安に張り付き',
  'whyNot.market.007': '気配データ異常',
  'whyNot.market.012': 'スプレッド過大',
  'whyNot.market.013': '制限値幅の範囲外',
}
