import type { firstMinutes as en } from '../../en/adverts/first-minutes.ts'

export const firstMinutes: Readonly<Record<keyof typeof en, string>> = {
  'watchlist.title': 'ウォッチリスト',
  'watchlist.add': '銘柄を追加',
  'watchlist.add.placeholder': '追加：RIC、コード、銘柄名',
  'watchlist.remove.security': '{security}をウォッチリストから外す',
  'watchlist.empty': '価格を表示する銘柄を追加してください。',
  'watchlist.suggested': '売買代金上位（20日平均）',
  'watchlist.add.security': '{security}をウォッチリストに追加',
  'watchlist.full': 'ウォッチリストに登録できるのは{most}銘柄までです。',
  'watchlist.failed': 'ウォッチリストを保存できませんでした。もう一度お試しください。',
  'watchlist.security': '銘柄',
  'watchlist.mid': '仲値',
  'watchlist.move': '前日比',
  'watchlist.range': '当日値幅',
  'watchlist.range.of': '始値{open}、高値{high}、安値{low}',
  'watchlist.volume': '出来高',
  'unfinished.title': '{day}の未成立IOI',
  'unfinished.empty': '前回の取引日に未成立のIOIはありません。',
  'unfinished.hint': '選択するとその銘柄を開きます。復元すると、条件を含めて元に戻せます。',
  'unfinished.more': 'ほか{count}件',
}
