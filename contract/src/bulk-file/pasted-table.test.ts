import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PastedFile, preparePasted } from './pasted-file.ts'

const equities = [
  { ric: '7203.T', equityId: 'toyota', minPrice: 2_400, maxPrice: 3_400 },
  { ric: '6758.T', equityId: 'sony', minPrice: 2_500, maxPrice: 3_500 },
  { ric: '8306.T', equityId: 'mufg', minPrice: 1_500, maxPrice: 2_300 },
  { ric: '130A.T', equityId: 'veritas', minPrice: 1_000, maxPrice: 1_600 },
  // A code that is also a likely quantity.
  { ric: '5000.T', equityId: 'five thousand', minPrice: 400, maxPrice: 600 },
]

function pasted(text: string): PastedFile {
  const file = preparePasted(text, equities)
  if (file === 'noTable' || 'errorCode' in file) throw new Error(JSON.stringify(file))
  return file
}

/** The rows that are posted, without their header and blank lines. */
const posted = (text: string): string[] => pasted(text).text.split('\n').slice(1).filter(Boolean)

const toyota = 'toyota,BUY,"100,000"'

test.each([
  ['an order management system in English', 'Ticker\tB/S\tOrder Qty\n7203 JP\tBUY\t100,000', toyota],
  [
    'one in Japanese',
    '銘柄コード\t銘柄名\t売買区分\t注文数量\n7203\tトヨタ自動車\t買\t100,000',
    'toyota,買,"100,000"',
  ],
  ['other columns around', 'Acct\tSide\tName\tSymbol\tQty\n001\tB\tToyota\t7203.T\t100k', 'toyota,B,100k'],
  [
    'columns in any order without headings',
    '100,000\tBUY\t7203 JP Equity\n20,000\tS\t6758 JP Equity',
    toyota,
  ],
  ['CRLF and a blank line at the end', '7203\tBUY\t100,000\r\n6758\tSELL\t200\r\n\r\n', toyota],
  ['commas, with the number in quotes', 'Code,Side,Shares\n7203,BUY,"100,000"', toyota],
  ['commas and spaces', '7203 JP, BUY, 100,000\n6758 JP, SELL, 20,000', toyota],
  ['semicolons', 'code;side;qty\n7203;BUY;100,000', toyota],
  ['a table of text', '| Ticker | Side | Qty |\n| 7203 JP | BUY | 100,000 |', toyota],
  ['aligned columns of a mail', 'Ticker     Side   Qty\n7203 JP    BUY    100,000', toyota],
  ['a line of a chat', 'BUY 100,000 7203 JP', toyota],
  ['full width', '７２０３　買い　１０万株', 'toyota,買い,１０万株'],
  ['a code with its name', 'コード・銘柄\t売買\t株数\n7203 トヨタ自動車\t買\t10万株', 'toyota,買,10万株'],
  ['a name with its code', '銘柄\t売買\t株数\nトヨタ自動車（7203）\t買\t10万株', 'toyota,買,10万株'],
  ['quantities in thousands', 'コード\t売買\t数量（千株）\n7203\t買\t100', 'toyota,買,100千'],
  ['sales as negative numbers', 'code\tside\tqty\n7203\tSELL\t-100,000', 'toyota,SELL,"100,000"'],
  ['sales in brackets', 'code\tside\tqty\n7203\tSELL\t(100,000)', 'toyota,SELL,"100,000"'],
  ['the heading of a cell with a line break', '"Sec\nCode"\tSide\t"Order\nQty"\n7203\tBUY\t100,000', toyota],
  ['a title above', 'Orders of today\n\nTicker\tSide\tQty\n7203\tBUY\t100,000', toyota],
  ['a mail around it', 'Hello,\nplease work:\n7203\tBUY\t100,000\n6758\tSELL\t200\nThanks', toyota],
  ['headings that are unknown', 'Foo\tBar\tBaz\n7203\tBUY\t100,000', toyota],
  ['an unknown heading of the only number', 'Ticker\tSide\tNominal\n7203\tBUY\t100,000', toyota],
  [
    'what is left before what was ordered',
    'code\tside\tQty\tLeaves\n7203\tBUY\t300,000\t100,000',
    `${toyota},"300,000"`,
  ],
  ['a quantity that is a code', '5000\tBUY\t7203\n300\tSELL\t6758', 'toyota,BUY,5000'],
])('of %s security, side and quantity are read', (_, text, first) => {
  expect(posted(text)[0]).toBe(first)
})

test.each([
  ['signs', ['+1,000', '-2,000']],
  ['full-width signs', ['＋１，０００', '－２，０００']],
  ['a minus of typography', ['1,000', '−2,000']],
  ['triangles, as Japanese spreadsheets write them', ['1,000', '▲2,000']],
  ['hollow triangles', ['1,000', '△ 2,000']],
  ['brackets', ['1,000', '(2,000)']],
  ['full-width brackets', ['１，０００', '（２，０００）']],
])('without a column of sides the sign of the quantity is the side: %s', (_, [bought, sold]) => {
  const plain = (cell: string): string => cell.normalize('NFKC').replace(/[^\d,]/g, '')
  for (const text of [
    `Ticker\tNet Qty\n7203\t${bought}\n6758\t${sold}`,
    `銘柄コード\t銘柄名\t株数\n7203\tトヨタ自動車\t${bought}\n6758\tソニー\t${sold}`,
    `Ticker\tSide\tQty\n7203\t\t${bought}\n6758\t\t${sold}`,
    `7203\t${bought}\n6758\t${sold}`,
    `Foo\tBar\n7203\t${bought}\n6758\t${sold}`,
  ]) {
    expect(posted(text).map((row) => row.normalize('NFKC').replaceAll('"', ''))).toEqual([
      `toyota,BUY,${plain(bought ?? '')}`,
      `sony,SELL,${plain(sold ?? '')}`,
    ])
    expect(pasted(text).table?.isSideBySign).toBe(true)
  }
})

test('a signed quantity has units, a limit, a minimum and an order beside it', () => {
  expect(posted('code\tqty\n7203\t▲10万株\n6758\t+40k')).toEqual(['toyota,SELL,10万株', 'sony,BUY,40k'])
  expect(posted('7203\t-10,000\t2,905.5\t25%\n6758\t1,000\tMKT\t30%')).toEqual([
    'toyota,SELL,"10,000",25%,"2,905.5"',
    'sony,BUY,"1,000",30%,',
  ])
  expect(posted('7203\t2905\t-10,000\n6758\t3000\t1,000')).toEqual([
    'toyota,SELL,"10,000",2905',
    'sony,BUY,"1,000",3000',
  ])
  expect(posted('code\tOrder Qty\tLeaves\tFilled\n7203\t-10,000\t-6,000\t-4,000')).toEqual([
    'toyota,SELL,"6,000","10,000","4,000"',
  ])
})

test('beside plus signs, a number without a sign has no side', () => {
  expect(posted('code\tqty\n7203\t+1,000\n6758\t2,000\n8306\t-3,000')).toEqual([
    'toyota,BUY,"1,000"',
    'sony,,"2,000"',
    'mufg,SELL,"3,000"',
  ])
})

test('a negative quantity beside a column of sides is one of a sale, and rejected beside a buy', () => {
  const rows = ['BUY\t-1,000', 'BUY\t(1,000)', '買\t▲1,000', 'SELL\t△1,000', 'SELL\t+1,000', 'BUY\t+1,000']
  const text = ['code\tside\tqty', ...rows.map((row) => `7203\t${row}`)].join('\n')

  expect(posted(text)).toEqual([
    'toyota,BUY,"−1,000"',
    'toyota,BUY,"−1,000"',
    'toyota,買,"−1,000"',
    'toyota,SELL,"1,000"',
    'toyota,SELL,"1,000"',
    'toyota,BUY,"1,000"',
  ])
  expect(pasted(text).table?.isSideBySign).toBe(false)
})

// rule: 18.3
test.each(['conditions', 'Saved conditions', 'Template', '保存した条件', 'テンプレート'])(
  'a column %s names the saved conditions of each row',
  (heading) => {
    expect(posted(`code\tside\tqty\t${heading}\n7203\tBUY\t1,000\tSmall caps`)).toEqual([
      'toyota,BUY,"1,000",Small caps',
    ])
  },
)

// rule: 27.4
test.each([
  ['Order Qty\tLeaves\tFilled', '300,000\t100,000\t200,000', '"100,000","300,000","200,000"'],
  ['Leaves Qty\tTarget Qty\tCum Qty', '100,000\t300,000\t-', '"100,000","300,000",'],
  ['注文数量（千株）\t残数量（千株）\t約定済数量（千株）', '300\t100\t200', '100千,300千,200千'],
  // Without what is left, the quantity is what is to be done here.
  ['Order Qty\tFilled', '300,000\t200,000', '"300,000"'],
])('of %s, the order behind the IOI is read beside what is left', (headings, cells, expected) => {
  const [first] = posted(`code\tside\t${headings}\n7203\tBUY\t${cells}`)
  expect(first).toBe(`toyota,BUY,${expected}`)
})

test.each([
  // Named by their headings.
  ['code\tside\tqty\tmin %\tlimit\n7203\tBUY\t1,000\t25\t2,905.5', '25,"2,905.5"'],
  ['code\tside\tqty\tMin Qty\tPx\n7203\tBUY\t1,000\t250\tMKT', '25,'],
  ['コード\t売買\t数量\t最低数量\t指値\n7203\t買\t1,000\t300株\t2,905円', '30,"2,905円"'],
  ['コード\t売買\t数量\t最低執行率\t指値\n7203\t買\t1,000\t30\t成行', '30,'],
  // Rounded up, and never below the smallest percentage of the platform.
  ['code\tside\tqty\tMin Qty\tLimit\n7203\tBUY\t3,000\t1,000\t0.00', '34,'],
  ['code\tside\tqty\tMin Qty\tLimit\n7203\tBUY\t100,000\t100\t@2905', '10,2905'],
  ['code\tside\tqty\tMin Qty\tLimit\n7203\tBUY\t100,000\t0\tJPY 2905', '10,2905'],
  // A percentage in a column of shares is not taken for shares: the server rejects 1 %.
  ['code\tside\tqty\tMin Qty\tLimit\n7203\tBUY\t10,000\t25\t2905', '1,2905'],
  ['code\tside\tqty\tMin\tLimit\n7203\tBUY\t10,000\t25\t2905', '25,2905'],
  ['code\tside\tqty\tMin\tLimit\n7203\tBUY\t10,000\t2,500\t2905', '25,2905'],
  // Without headings, by what they are.
  ['7203\tBUY\t10,000\t25%\t2905', '25%,2905'],
  ['7203\tBUY\t10,000\t2,500\t2,905.5', '25,"2,905.5"'],
  ['7203\tBUY\t10,000\t2,500\t2905', '25,2905'],
  // A quantity that could be a price comes first, and a number outside the day's limits is no price.
  ['7203\tBUY\t3,000\t1,500', '"3,000",50'],
  ['7203\tBUY\t10,000\t2,300', '"10,000",23'],
])('minimum and limit price of %j', (text, expected) => {
  expect(posted(text)[0]?.endsWith(`,${expected}`)).toBe(true)
})

test('a number without headings that can be nothing is not read, and named', () => {
  const { table } = pasted('7203\tBUY\t10,000\t77,000\n6758\tSELL\t300\t5,000')

  expect([...(table?.read.keys() ?? [])]).toEqual(['ric', 'direction', 'shareQuantity'])
  expect(table?.unread).toEqual([{ heading: '', number: 4 }])
})

test('columns that are not read are named by their headings, unless they are empty', () => {
  const { table } = pasted('Acct\tTicker\tSide\tQty\tNotes\tStrategy\n1\t7203\tBUY\t100\t\tVWAP')

  expect(table?.unread).toEqual([
    { heading: 'Acct', number: 1 },
    { heading: 'Strategy', number: 6 },
  ])
  expect(table?.read.get('shareQuantity')).toEqual({ heading: 'Qty', number: 4 })
})

test('columns of a bulk file are read by their names beside those of other systems', () => {
  expect(
    posted('Ticker\tSide\tQty\tduration\tknockoutTriggerActivated\n7203\tBUY\t100\t15:10\ttrue')[0],
  ).toBe('toyota,BUY,100,15:10,true')
})

test('every row keeps its line, plus the line of a header that the table does not have', () => {
  const headed = pasted('Title\n\n"Sec\nCode"\tSide\tQty\n7203\tBUY\t100\n\n"Sony"\tSELL\t1')
  expect(headed.table?.addedLines).toBe(0)
  expect([headed.ricAt.get(5), headed.ricAt.get(6), headed.ricAt.get(7)]).toEqual(['7203', '', 'Sony'])

  const bare = pasted('7203\tBUY\t100\n9999.T\tSELL\t1')
  expect(bare.table?.addedLines).toBe(1)
  expect([bare.ricAt.get(2), bare.ricAt.get(3)]).toEqual(['7203', '9999.T'])
})

test('of unquoted commas in numbers nothing is guessed: the quantity is left unreadable', () => {
  expect(posted('7203,BUY,100,000\n6758,SELL,1,000,000')).toEqual([
    'toyota,BUY,100 000,',
    'sony,SELL,1 000 000,',
  ])
  expect(posted('code,side,qty\n7203,BUY,100,000')).toEqual(['toyota,BUY,100 000'])
  expect(posted('code,side,qty,min qty\n7203,BUY,500,100')).toEqual(['toyota,BUY,500,20'])
})

test('what cannot be read stays as it is, for the server to reject', () => {
  expect(posted('code\tside\tqty\n7203\tSHORT\tmany\nSony\tBUY\t100\nTotal\t\t1,000')).toEqual([
    'toyota,SHORT,many',
    'invalid,BUY,100',
    'invalid,,"1,000"',
  ])
})

test('rows with the header of a bulk file are read by it, unknown columns included', () => {
  const file = pasted('ric\tdirection\tshareQuantity\tknokout\n7203.T\tBUY\t100\ttrue')

  expect(file.table).toBeNull()
  expect(file.text).toBe('ric,direction,sharequantity,knokout\ntoyota,BUY,100,true\n')
})

test.each([
  '',
  ' \n\t\n',
  'Good morning,\nplease call me back about 7203.\nThanks',
  '7203',
  '7203\n6758\n8306',
  'BUY\t100,000',
  // A price and its change, and quantities without signs.
  '7203\t2,905\t+12\n6758\t3,005\t-5',
  '7203\t1,000\n6758\t2,000',
  '7203\t+1,000\t-2,000\n6758\t-1,000\t+2,000',
  'Name\tPrice\nToyota\t2,905',
  // Digits are codes only if some of them are listed.
  'Toyota\tBUY\t3000\t2905',
  'Code\tSide\tQty',
  'function paste(event) {\n  return event.target, null\n}',
  'a "quote that is never closed\t7203',
])('%j is no table', (text) => {
  expect(preparePasted(text, equities)).toBe('noTable')
})

test('a megabyte of sentences is no table', () => {
  const prose = 'The quantity, to buy, is 100 (see 7203) | or less; call me back\n'
  expect(preparePasted(prose.repeat(16_000), equities)).toBe('noTable')
})

test('a text above the limit of a file is refused before it is read', () => {
  const spaces = ' '.repeat(1_024 * 1_024)
  expect(preparePasted(spaces, equities)).toBe('noTable')
  expect(preparePasted(`${spaces} `, equities)).toEqual({
    errorCode: 'upload.tooLarge',
    variables: { max: 1 },
  })
})

const order = fc.record({
  security: fc.constantFrom(...equities.map(({ ric }) => ric.slice(0, 4))),
  side: fc.constantFrom('BUY', 'SELL'),
  lots: fc.integer({ min: 1, max: 99_999 }),
})
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

const codeForms = [
  (code: string) => code,
  (code: string) => `${code}.T`,
  (code: string) => `${code} JP`,
  (code: string) => `${code} JT Equity`,
  (code: string) => `TYO:${code}`,
  (code: string) => code.replace(/[0-9A-Z]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
]
const sideForms = [
  (side: string) => side,
  (side: string) => side.toLowerCase(),
  (side: string) => side.charAt(0),
  (side: string) => (side === 'BUY' ? '買' : '売'),
  (side: string) => (side === 'BUY' ? '買い' : '売り'),
]
const quantityForms = [
  (lots: number) => String(lots * 100),
  (lots: number) => (lots * 100).toLocaleString('en-US'),
  (lots: number) => `${lots / 10}k`,
  (lots: number) => `${lots / 100}万株`,
  (lots: number) =>
    (lots * 100)
      .toLocaleString('en-US')
      .replace(/[\d,]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
]
const headings = [
  ['Ticker', 'Side', 'Qty'],
  ['Security Code', 'Buy/Sell', 'Order Quantity'],
  ['銘柄コード', '売買', '数量（株）'],
  null,
]
const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

test('a table in any form, order, division and language gives the same rows', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(order, { minLength: 1, maxLength: 5, selector: ({ security }) => security }),
      fc.constantFrom(...codeForms),
      fc.constantFrom(...sideForms),
      fc.constantFrom(...quantityForms),
      fc.constantFrom(...headings),
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      fc.constantFrom('\t', ',', ';'),
      fc.constantFrom('\n', '\r\n'),
      (orders, codeForm, sideForm, quantityForm, heading, columns, delimiter, end) => {
        // A quantity that is the code of a security, in a single row without headings, can be either.
        fc.pre(heading !== null || orders.every(({ lots }) => lots !== 50))
        const row = ({ security, side, lots }: Order) => [
          codeForm(security),
          sideForm(side),
          quantityForm(lots),
        ]
        const rows = [...(heading ? [heading] : []), ...orders.map(row)]
        const text = rows
          .map((cells) => columns.map((index) => quoted(cells[index] ?? '')).join(delimiter) + end)
          .join('')
        const idOf = new Map(equities.map(({ ric, equityId }) => [ric.slice(0, 4), equityId]))

        expect(posted(text)).toEqual(
          orders.map(({ security, side, lots }) =>
            [idOf.get(security) ?? '', sideForm(side), quoted(quantityForm(lots))].join(','),
          ),
        )
      },
    ),
  )
})

test('any text is a table or none, and no row of a table moves to another line', () => {
  const cell = fc.constantFrom(
    '7203',
    '6758 JP',
    'BUY',
    '売',
    '100',
    '1,000',
    '2,905.5',
    'Qty',
    'Side',
    '',
    ' ',
    '"',
    'x\ny',
  )
  const text = fc
    .array(
      fc.array(cell, { maxLength: 5 }).map((cells) => cells.join('\t')),
      { maxLength: 8 },
    )
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, (some) => {
      const file = preparePasted(some, equities)
      if (file === 'noTable' || 'errorCode' in file || !file.table) return
      const lines = some.split('\n')
      for (const [line, ric] of file.ricAt) {
        const below = lines.slice(line - file.table.addedLines - 1).join(' ')
        expect(below.replace(/\s+/g, '')).toContain(ric.replace(/\s+/g, ''))
      }
    }),
  )
})
