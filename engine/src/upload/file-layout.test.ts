import { expect, test } from 'vitest'
import { findLayout } from './file-layout.ts'

const layoutOf = (text: string) =>
  findLayout(['ric', 'direction'], (delimiter) => text.split('\n').map((line) => line.split(delimiter)))

test.each([
  ['ric,direction\n7203,B', { delimiter: ',', headerIndex: 0 }],
  ['Direction ; x ; ＲＩＣ\nB;1;7203', { delimiter: ';', headerIndex: 0 }],
  ['ric\tdirection', { delimiter: '\t', headerIndex: 0 }],
  ['sep=;\nric;direction', { delimiter: ';', headerIndex: 1 }],
  ['IOIs of Thursday\n\nric,direction', { delimiter: ',', headerIndex: 2 }],
  ['\u200bric,direction\u200b', { delimiter: ',', headerIndex: 0 }],
])('the layout of %j is found by its header', (text, layout) => {
  expect(layoutOf(text)).toEqual(layout)
})

test.each(['', '7203,B', 'ric,side', 'ric|direction', 'ric direction'])('%j has no header', (text) => {
  expect(layoutOf(text)).toBeNull()
})
