import type { practice as en } from '../../en/locates/practice.ts'

export const practice: Readonly<Record<keyof typeof en, string>> = {
  'practice.begin': '照会の練習',
  'practice.hint': 'ロボットが相手方になります。何も送信されず、レーティングも変わりません。',
  'practice.title': '練習：相手方が見つかりました',
  'practice.title.ACCEPTED': '練習：双方が承諾しました',
  'practice.title.DECLINED': '練習：照会を辞退しました',
  'practice.title.TIMED_OUT': '練習：照会に回答しませんでした',
  'practice.waiting': 'まもなくロボットが回答します。',
  'practice.outcomeDetail.ACCEPTED':
    '実際の照会では、ここに執行証券会社とパスワードが表示されます。証券会社に連絡してパスワードを伝えてください。相手方も同様に連絡します。',
  'practice.outcomeDetail.DECLINED':
    '実際の照会では、IOIが一時停止となり、辞退によりレーティングが下がります。',
  'practice.outcomeDetail.TIMED_OUT':
    '実際の照会では、IOIが一時停止となり、レーティングは辞退の場合よりも下がります。',
  'practice.disclaimer': 'ロボットを相手にした練習です。何も送信されず、レーティングも変わりません。',
  'practice.again': 'もう一度練習',
  'practice.close': '閉じる',
}
