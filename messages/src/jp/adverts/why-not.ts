import type { whyNot as en } from '../../en/adverts/why-not.ts'

export const whyNot: Readonly<Record<keyof typeof en, string>> = {
  'whyNot.title': 'マッチングされていない理由',
  'whyNot.UNSENT': 'まだ送信されていません。',
  'whyNot.IN_LOCATE': '相手方が見つかり、照会中です。',
  'whyNot.COMPLETED': '双方が承諾し、執行証券会社に引き継がれました。',
  'whyNot.DEAD': 'このIOIは終了しています。新しいIOIとして再送信できます。',
  'whyNot.PAUSED': '一時停止中です。再開するとマッチングの対象に戻ります。',
  'whyNot.TRIGGER': '発動トリガー（{price}円）を待っています。',
  'whyNot.LIMIT': '仲値が指値（{price}円）に達するのを待っています。',
  'whyNot.PLATFORM_CLOSED': '運営者がプラットフォームを停止しています。',
  'whyNot.FIRM_HALTED': '運営者が貴社の取引を停止しています。担当者にご連絡ください。',
  'whyNot.SECURITY_HALTED': '運営者がこの銘柄を停止しています。',
  'whyNot.HOLIDAY': '本日は取引所の休業日です。マッチングは{time}に始まります。',
  'whyNot.CLOSED': 'プラットフォームの稼働時間外です。マッチングは{time}に始まります。',
  'whyNot.BEFORE_OPEN': '寄付前です。マッチングは{time}に始まります。',
  'whyNot.LUNCH': '昼休み中です。マッチングは{time}に再開します。',
  'whyNot.CLOSING': '仲値でのマッチングは終了しました。終値でのマッチングは{time}に始まります。',
  'whyNot.DAY_OVER': '本日のマッチングは終了しました。次回は{time}に始まります。',
  'whyNot.NO_MATCHING': 'マッチングの予定がありません。',
  'whyNot.NO_OFFICIAL_CLOSE': '時間外ですが、取引所の終値がまだ公表されていません。',
  'whyNot.MARKET': '市場データを利用できません（{code}）。',
  'whyNot.MARKET_RECENT': '気配が有効になった直後です。有効な状態が続けば、{time}から照会の対象になります。',
  'whyNot.MATCHING_ENDS': 'マッチングは{time}に終了します。終了間際のため、新たな照会は行われません。',
  'whyNot.NO_BROKER': '選択した証券会社はいずれも利用できません。ほかの証券会社を選択してください。',
  'whyNot.NO_SWAP_BROKER': 'スワップが必要ですが、選択した証券会社はいずれも対応していません。',
  'whyNot.DECAYED': '数量が最低数量まで逓減しました。{shares}株すべてに応じる相手方のみが対象です。',
  'whyNot.RATING':
    '信頼度レーティングが{rating}のため、マッチングの対象になりません。担当者にご連絡ください。',
  'whyNot.SECURITY_BUDGET':
    'この銘柄での貴社の不成立件数が本日の上限に達しました。本日中、この銘柄では照会されません。',
  'whyNot.TRADER_BUDGET':
    'お客様の不成立件数が本日の上限に達しました。本日中は照会されません。担当者にご連絡ください。',
  'whyNot.FIRM_BUDGET':
    '貴社の不成立件数が本日の上限に達しました。本日中は照会されません。担当者にご連絡ください。',
  'whyNot.SECURITY_WITHDRAWAL_BUDGET':
    'この銘柄での貴社の照会の取下げ件数が本日の上限に達しました。本日中、この銘柄では照会されません。',
  'whyNot.FIRM_WITHDRAWAL_BUDGET':
    '貴社の照会の取下げ件数が本日の上限に達しました。本日中は照会されません。担当者にご連絡ください。',
  'whyNot.HANDOVER_BUDGET':
    '本日の引合せのうち{count}件で証券会社の受領確認が済んでいません。1件が確認されるまで照会されません。証券会社にご連絡ください。',
  'whyNot.ABSENT': '接続されていません。接続が切れている間はマッチングされません。',
  'whyNot.BUSY': '未回答の照会が{count}件あります。先に回答してください。',
  'whyNot.UNSETTLED': '送信・変更・再開の直後です。{time}からマッチングの対象になります。',
  'whyNot.RESTING':
    '数量の増加または売買の変更のため、{time}からマッチングの対象になります。本日さらに数量の増加または売買の変更を行うと、そのたびに待ち時間が2倍になります。',
  'whyNot.EXPIRING': '{time}に失効します。',
  'whyNot.WAITING_FOR_CONTRA': 'マッチングの条件はすべて満たしています。相手方を待っています。',
}
