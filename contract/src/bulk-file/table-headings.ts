import { normalizeText } from '@aitai/engine/upload/cell-text.ts'
import { type UploadColumn, uploadColumns } from '@aitai/engine/upload/header.ts'

/**
 * Headings of the columns of order management systems, spreadsheets and mails, in both languages, the most certain
 * first: what is left of an order is meant before what was ordered, and a limit before any price.
 */
const headings: Readonly<Partial<Record<UploadColumn, readonly string[]>>> = {
  ric: [
    ...['ric', 'security code', 'sec code', 'stock code', 'local code', 'tse code', 'ticker', 'bbg ticker'],
    ...[
      'bloomberg ticker',
      'symbol',
      '銘柄コード',
      '証券コード',
      '株式コード',
      '東証コード',
      '銘柄cd',
      'コード',
    ],
    ...[
      'code',
      'ティッカー',
      'シンボル',
      'bbg',
      'bloomberg',
      'security id',
      'sec id',
      'instrument',
      'security',
    ],
    ...['stock', '銘柄'],
  ],
  direction: [
    ...[
      'direction',
      'side',
      'order side',
      'buy/sell',
      'b/s',
      '売買',
      '売買区分',
      '売買別',
      '売買方向',
      '売/買',
    ],
    ...['売り買い', '売買サイド', 'サイド', 'action', 'verb', '方向'],
  ],
  shareQuantity: [
    ...['sharequantity', 'leaves', 'leaves qty', 'leaves quantity', 'remaining', 'remaining qty'],
    ...[
      'remaining quantity',
      'open qty',
      'unexecuted',
      'unexecuted qty',
      '残数量',
      '残株数',
      '未約定数量',
      '未約定株数',
    ],
    ...['quantity', 'qty', 'shares', 'order qty', 'ord qty', 'order quantity', 'order size', 'target qty'],
    ...[
      'target quantity',
      'total qty',
      'total quantity',
      'share quantity',
      'no of shares',
      'number of shares',
    ],
    ...['net qty', 'net quantity', 'signed qty', 'signed quantity', '差引数量', '差引株数'],
    ...['size', '数量', '株数', '注文数量', '注文株数', '発注数量', '発注株数', '売買数量', '売買株数'],
  ],
  minimumQuantity: [
    ...['minimumquantity', 'min', 'minimum', 'min qty', 'min quantity', 'min size', 'min shares', 'min pct'],
    ...[
      'min percent',
      'minimum percent',
      'min exec qty',
      'min fill',
      'min fill qty',
      'maq',
      'min acceptable qty',
    ],
    ...[
      'minimum qty',
      'minimum size',
      'minimum shares',
      '最低',
      '最小',
      '最低数量',
      '最小数量',
      '最低株数',
      '最小株数',
    ],
    ...[
      '最低執行数量',
      '最低執行株数',
      '最低約定数量',
      '最低約定株数',
      '最低執行率',
      '最低比率',
      '最低約定率',
      '最低割合',
    ],
  ],
  conditions: ['saved conditions', '保存した条件', '保存条件', 'template', 'order template', 'テンプレート'],
  orderReference: [
    ...['order reference', 'order ref', 'client reference', 'client ref', 'reference', 'ref'],
    ...['order number', 'order no', '注文参照番号', '参照番号', '参照', '注文番号', '発注番号'],
  ],
  parentQuantity: [
    ...['parent qty', 'parent quantity', 'parent size', 'parent order qty', 'parent order quantity'],
    ...['parent order size', '親注文', '親注文数量', '親注文株数'],
    // In a table that also says what is left of the order.
    ...['order qty', 'ord qty', 'order quantity', 'order size', 'target qty', 'target quantity', 'total qty'],
    ...['total quantity', 'quantity', 'qty', '注文数量', '注文株数', '発注数量', '発注株数', '数量', '株数'],
  ],
  doneElsewhere: [
    ...['done elsewhere', 'executed elsewhere', 'filled elsewhere', '他での約定', '他での約定数量'],
    ...[
      'filled qty',
      'filled quantity',
      'filled',
      'executed qty',
      'executed quantity',
      'exec qty',
      'cum qty',
    ],
    ...['done', 'done qty', 'done quantity', '約定済', '約定済数量', '約定済株数', '約定数量', '約定株数'],
  ],
  limitPrice: [
    ...[
      'limitprice',
      'limit',
      'limit px',
      'lmt',
      'lmt px',
      'lmt price',
      '指値',
      '指値価格',
      '指値単価',
      '限度価格',
    ],
    ...[
      'price limit',
      'order price',
      '注文単価',
      '注文価格',
      '発注単価',
      '注文値段',
      'price',
      'px',
      '値段',
      '価格',
      '単価',
    ],
  ],
}

/** A heading without what separates its words, and without a unit in brackets. */
const keyOf = (heading: string): string =>
  normalizeText(heading)
    .replace(/\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The position of each heading in its list, by its key. */
const ranks = new Map(
  uploadColumns.map((column) => [
    column,
    new Map([column, ...(headings[column] ?? [])].map((each, rank) => [keyOf(each), rank])),
  ]),
)

/** Longer headings are text, not names. */
const maxHeading = 60

/** How certain it is that a heading names a column, from 0 for the most certain; null if it does not. */
export function headingRank(column: UploadColumn, heading: string): number | null {
  if (heading.length > maxHeading) return null
  return ranks.get(column)?.get(keyOf(heading)) ?? null
}

/** Whether the heading of a minimum says that it is in percent, or in shares; null if it says neither. */
export function minimumUnitOf(heading: string): 'percent' | 'shares' | null {
  if (/%|pct|percent|率|割合/.test(normalizeText(heading))) return 'percent'
  return /qty|quantity|size|shares|maq|fill|量|株/.test(normalizeText(heading)) ? 'shares' : null
}

/** The unit of all quantities of a column, as readers of quantities take it: 千 for `数量（千株）` and `Qty (000)`. */
export function quantityUnitOf(heading: string): '千' | '万' | '' {
  const text = normalizeText(heading)
  if (/千株|千\)|000|\(k\)|thousand/.test(text)) return '千'
  return /万株|万\)/.test(text) ? '万' : ''
}
