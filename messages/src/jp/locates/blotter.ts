import type { blotter as en } from '../../en/locates/blotter.ts'

/** The table of a trader's locates. */
export const blotter = {
  'blotter.title': '照会一覧',
  'blotter.empty': '本日の照会はまだありません',
  'blotter.empty.hint':
    '相手方が見つかるとここに表示され、30秒以内に回答できます。結果は本日中ここに残ります。',
  'blotter.keys': 'で表へ · ↑↓で選択 · Spaceで複数 · Aで承諾 · Dで辞退',
  'blotter.chosen': '{count}件選択中',
  'blotter.markRead': '{count}件を既読にする',
  'blotter.markNone': '既読にする',
  'blotter.nothingUnread': '未読の結果はありません',
  'blotter.ownWindow': '別ウィンドウ',
  'blotter.closeWindow': 'ウィンドウを閉じる',
  'blotter.open': '一覧表',
  'blotter.column.chosen': '選択',
  'blotter.column.direction': '売買',
  'blotter.column.security': '銘柄',
  'blotter.column.quantity': '株数',
  'blotter.column.value': '金額',
  'blotter.column.share': 'IOI比',
  'blotter.column.volume': 'ADV比',
  'blotter.column.mid': '照会時の仲値',
  'blotter.column.midNow': '現在の仲値',
  'blotter.column.move': '変化 bp',
  'blotter.column.time': '時刻',
  'blotter.column.state': '回答・結果',
  'blotter.column.broker': '執行証券会社',
  'blotter.column.password': 'パスワード',
} satisfies Record<keyof typeof en, string>
