import { securityFinder } from '@aitai/engine/upload/security-codes.ts'
import { expect, test } from 'vitest'
import { readSecurityList } from './security-list.ts'

const rics = ['7203.T', '6758.T', '8306.T', '130A.T', '5000.T', '25935.T', '8306.NG']
const find = securityFinder(new Map(rics.map((ric) => [ric, { ric }])))

function read(text: string): string {
  const { securities, unknown } = readSecurityList(text, find)
  return [...securities.map(({ ric }) => ric), ...unknown.map((each) => `?${each}`)].join(' ')
}

const three = '7203.T 6758.T 8306.T'

test.each([
  ['one per line', '7203\n6758\r\n8306\n'],
  ['with commas', '7203,6758, 8306'],
  ['with full-width commas and digits', '７２０３，６７５８、８３０６'],
  ['with tabs', '7203\t6758\t8306'],
  ['with semicolons', '7203;6758;8306'],
  ['with spaces', '7203 6758　8306'],
  ['in rows of several', '7203,6758\n8306,7203'],
  ['as Bloomberg writes them', '7203 JT\n6758 JP Equity\n8306 JT Equity'],
  ['as Bloomberg writes them, in one line', '7203 JT 6758 JP Equity 8306 JT'],
  ['as RICs', '7203.T\n6758.t\n8306.T'],
  ['in quotation marks', '"7203","6758","8306"'],
  ['with names', '7203 トヨタ自動車\nソニーグループ（6758）\n8306 三菱UFJ'],
  ['with names in Latin letters', '7203 Toyota Motor, 6758 Sony, 8306 MUFG'],
  ['below a heading', '銘柄コード\n7203\n6758\n8306'],
  ['with empty lines and repeated', '7203\n\n7203.T\n6758\n\n8306 JT\n'],
  ['as five digits', '72030\n67580\n83060'],
  ['a table with headings', 'Name\tCode\tQty\nToyota\t7203\t5000\nSony\t6758\t100\nMUFG\t8306\t5000'],
  ['a table of orders', '7203,BUY,5000\n6758,SELL,100\n8306,BUY,5000'],
  [
    'a table in Japanese',
    '銘柄名　　コード　　株数\nトヨタ　　7203　　100\nソニー　　6758　　200\nMUFG　　8306　　300',
  ],
  ['a table without headings', 'Toyota\t7203\t12,300\nSony\t6758\t800\nMUFG\t8306\t900'],
  ['a CSV file with commas in names', 'Name,Code\n"Toyota, Inc.",7203\n"Sony, Inc.",6758\n"MUFG, Inc.",8306'],
])('the securities of a list are read: %s', (_, text) => {
  expect(read(text)).toBe(three)
})

test.each([
  ['7203, 9999, hello', '7203.T ?9999 ?hello'],
  ['7203 6758 hello', '7203.T 6758.T ?hello'],
  ['Toyota Motor\n7203', '7203.T ?Toyota Motor'],
  ['Code,Name\n7203,Toyota\n9999,Nobody\n,Sum', '7203.T ?9999'],
  ['130a, 25935, 8306 JN, 8306', '130A.T 25935.T 8306.NG 8306.T'],
  [' \n\t\n', ''],
])('%j is %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

// With time that grows by the square of the length, these would take longer than a test may.
test('a long line of codes, and a long text without any, are read', () => {
  expect(read(Array.from({ length: 50_000 }, () => '7203').join(','))).toBe('7203.T')
  expect(read(' '.repeat(1_000_000))).toBe('')
  expect(read('x '.repeat(500_000))).toMatch(/^\?x/)
})
