import type { market as en } from '../en/market.ts'

export const market: Readonly<Record<keyof typeof en, string>> = {
  'market.open': '市場 稼働中',
  'market.paused': '市場 一時停止',
  'market.closed': '市場 停止中',
  'market.currentlyClosed': '現在は停止中です。稼働時間: {ranges} UTC',
  'market.hours': 'UTC {ranges}',
  'market.allDay': '24時間',
  'market.engine': 'エンジン',
  'market.engine.on': '稼働',
  'market.engine.off': '停止',
  'market.receiving': 'IOI受信中',
  'market.notReceiving': 'IOI未受信',
  'market.mid': '仲値',
  'market.noMid': '有効な気配なし',
  'market.move': '前日比',
  'market.index': 'TOPIX',
  'market.stale': '{time}時点',
  'market.lot': '売買単位',
  'market.limits': '制限値幅',
}
