import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { DeskPaste } from './DeskPaste.tsx'
import type { UploadState } from './upload-state.ts'
import type { Uploads } from './use-uploads.ts'

const orders = '7203\tBUY\t100,000'

interface Desk {
  isTable?: boolean
  phase?: UploadState['phase']
}

/** A desk with a text field, a button and whatever is over it; returns the texts that were taken. */
function renderDesk(over: React.ReactNode = null, { isTable = true, phase = 'closed' }: Desk = {}) {
  const taken: (readonly string[])[] = []
  const takePasted = (texts: readonly string[]): boolean => {
    taken.push(texts)
    return isTable
  }
  renderInStore(
    <>
      <input aria-label="Security" data-takes-tables />
      <input aria-label="Search" />
      <textarea aria-label="Note" />
      <input type="checkbox" aria-label="Row" />
      <button type="button">Desk</button>
      {over}
      <DeskPaste uploads={{ flow: { phase }, takePasted } as unknown as Uploads} />
    </>,
  )
  return taken
}

/** Pastes into an element; returns whether the browser would go on to insert the text. */
const paste = (target: Element, texts: Record<string, string> = { 'text/plain': orders }): boolean =>
  fireEvent.paste(target, { clipboardData: { getData: (type: string) => texts[type] ?? '' } })

const refusal = /^Nothing pasted/

test.each([
  ['the page', () => document.body],
  ['a button', () => screen.getByRole('button')],
  ['a checkbox', () => screen.getByLabelText('Row')],
])('orders pasted with the focus on %s are taken, once', (_, target) => {
  const taken = renderDesk()

  expect(paste(target())).toBe(false)
  expect(taken).toEqual([[orders]])
  expect(screen.getByRole('status').textContent).toBe('')
})

test.each(['Search', 'Note'])('a paste into the field %s stays a paste', (label) => {
  const taken = renderDesk()

  expect(paste(screen.getByLabelText(label))).toBe(true)
  expect(taken).toEqual([])
})

test('a table of several lines is taken in the search for a security, which has the focus after sign-in', () => {
  const taken = renderDesk()
  const table = `Ticker\tSide\tQuantity\n${orders}\n`

  expect(paste(screen.getByLabelText('Security'), { 'text/plain': table })).toBe(false)
  expect(taken).toEqual([[table]])
})

test('one line, or lines that are no orders, pasted into the search for a security stay a paste', () => {
  const taken = renderDesk(null, { isTable: false })
  const search = screen.getByLabelText('Security')

  expect(paste(search, { 'text/plain': `${orders}\n` })).toBe(true)
  expect(taken).toEqual([])
  expect(paste(search, { 'text/plain': 'Toyota\nMotor' })).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('')
})

test.each([
  ['a dialog', <div key="over" role="dialog" />],
  ['a located contra', <div key="over" role="alertdialog" />],
])('a paste while %s is open does nothing', (_, over) => {
  const taken = renderDesk(over, { isTable: false })

  expect(paste(document.body)).toBe(true)
  expect(taken).toEqual([])
  expect(screen.getByText('', { selector: '[role=status]' }).textContent).toBe('')
})

test('a paste while rows are being checked does nothing', () => {
  const taken = renderDesk(null, { phase: 'checking' })

  paste(document.body)
  expect(taken).toEqual([])
})

test('a text that is no table is named in a notification, until orders are pasted', () => {
  renderDesk(null, { isTable: false })

  paste(document.body, { 'text/plain': 'Good morning' })
  expect(screen.getByRole('status').textContent).toMatch(refusal)
})

test('a pasted picture is ignored without a message', () => {
  const taken = renderDesk(null, { isTable: false })

  expect(paste(document.body, {})).toBe(true)
  expect(taken).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the table of a mail is offered as rows, because its plain text has a line for each cell', () => {
  const taken = renderDesk()
  const cell = (text: string): string => `<td><p class="MsoNormal"> ${text}\n</p></td>`
  const html = `<table><tr><td><table><tr>${['7203 JP', 'BUY', '100,000'].map(cell).join('')}</tr></table></td></tr></table>`

  paste(document.body, { 'text/plain': '7203 JP\n\nBUY\n\n100,000', 'text/html': html })
  expect(taken).toEqual([['7203 JP\n\nBUY\n\n100,000', '7203 JP\tBUY\t100,000']])
})
