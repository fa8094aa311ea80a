import type { keys as en } from '../en/keys.ts'

export const keys: Readonly<Record<keyof typeof en, string>> = {
  'keys.title': 'キーボードショートカット',
  'keys.title.anywhere': 'どの画面でも',
  'keys.title.located': '相手方発見のポップアップ',
  'keys.title.desk': 'IOI一覧',
  'keys.title.editor': '数量・金額',
  'keys.does.search': '銘柄を検索',
  'keys.does.help': 'この一覧を表示',
  'keys.does.close': '開いているものを閉じる',
  'keys.does.goToPopup': 'ポップアップへ移動',
  'keys.does.accept': '承諾（ポップアップ内のみ）',
  'keys.does.decline': '辞退（ポップアップ内のみ）',
  'keys.does.leavePopup': '元の場所に戻る',
  'keys.does.move': '別のIOIを選択',
  'keys.does.ends': '先頭・末尾のIOI',
  'keys.does.open': '条件の編集へ移動',
  'keys.does.review': '送信内容を確認（送信はされません）',
  'keys.note.on':
    '入力欄で文字を入力している間、1キーのショートカットは働きません。プロフィールで無効にできます。',
  'keys.note.off': '1キーのショートカットはプロフィールで無効にされています。',
}
