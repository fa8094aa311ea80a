import type { glossary as en } from '../../en/app/glossary.ts'

export const glossary: Readonly<Record<keyof typeof en, string>> = {
  'term.title': '用語集',
  'term.ioi': 'IOI（取引意向）',
  'term.means.ioi': '銘柄の売買の意向を示すもので、拘束力はありません。ほかの参加者には表示されません。',
  'term.contra': '相手方',
  'term.means.contra':
    '他社が登録した、売買が逆のIOIです。条件が合致すると、お客様のIOIとマッチングされます。',
  'term.located': '照会中',
  'term.means.located':
    '条件の合う相手方が見つかった状態です。双方のトレーダーが、回答期限までに承諾または辞退します。',
  'term.connection': '引合せ合意',
  'term.means.connection': '双方が承諾した状態です。執行証券会社1社と、それぞれのパスワードが通知されます。',
  'term.mid': '仲値',
  'term.means.mid': '最良売気配と最良買気配の中間値です。マッチングは仲値でのみ行われます。',
  'term.minimum': '最低数量',
  'term.means.minimum': '照会を受ける最低数量（数量に対する%）です。複数の相手方は合算しません。',
  'term.residual': '残数量',
  'term.means.residual': '照会の対象とならなかった残りの数量です。同じ条件で新しいIOIを作成できます。',
  'term.duration': '有効期間',
  'term.means.duration':
    '送信してからIOIが失効するまでの時間です。一時停止中も時間は経過し、稼働時間の終了とともに失効します。',
  'term.transactionType': '取引形態',
  'term.means.transactionType':
    '自社の取引形態（現物、スワップ、いずれも可）です。現物とスワップの組み合わせは証券会社が仲介します。',
  'term.contraType': '相手方の許容形態',
  'term.means.contraType': '相手方に許容する取引形態（現物、スワップ、いずれも可）です。',
  'term.rating': '信頼度レーティング',
  'term.means.rating': '直近の回答から算出する1～100の値です。承諾で上がり、無回答で最も大きく下がります。',
  'term.hurdle': '最低信頼度',
  'term.means.hurdle':
    '相手方に求めるレーティングの下限です。高くするほど、対象となる相手方は少なくなります。',
  'term.decay': '数量逓減',
  'term.means.decay': '提示数量が時間の経過とともに最低数量まで逓減します。',
  'term.advertising': '発動トリガー',
  'term.means.advertising': '送信したIOIが有効になる価格です（1回限り）。それまではマッチングされません。',
  'term.knockout': 'ノックアウト（取消）トリガー',
  'term.means.knockout': 'IOIが取り消される価格です。約定価格ではありません。',
  'term.indexRelative': '対指数トリガー',
  'term.means.indexRelative':
    '当日の銘柄の騰落率がTOPIXの騰落率を、この幅以上、上回る（買い）または下回る（売り）と、IOIを取り消します。',
  'term.path': '執行証券会社',
  'term.means.path':
    '執行を任せる証券会社（4社まで）です。優先順位を付けることもできます。相手方と共通する1社が選ばれます。',
  'term.lot': '売買単位',
  'term.means.lot': '数量の最小単位です。数量はこの整数倍に切り捨てられます。',
}
