import { type Language, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

type Key = Parameters<typeof textIn>[1]

/** An enabled button by its text. A search by role would compute the name of every element of the desk. */
export function findButton(name: string, within: ParentNode = document): Promise<HTMLButtonElement> {
  const isIt = (button: HTMLElement): boolean =>
    (button.textContent === name || button.ariaLabel === name) &&
    button.ariaDisabled !== 'true' &&
    button.ariaBusy !== 'true' &&
    button.closest('[aria-hidden=true]') === null
  return waitFor(() => {
    const found = [...within.querySelectorAll('button')].filter(isIt)
    expect(found, name).toHaveLength(1)
    return found[0] as HTMLButtonElement
  })
}

/** Presses the button with this text, once it is enabled; `symbol` stands behind the text. */
export async function press(key: Key, values = {}, language: Language = 'En', symbol = ''): Promise<void> {
  const button = await findButton(`${textIn(language, key, values)}${symbol}`)
  if (key === 'advert.action.review.send') chooseSide()
  act(() => button.click())
}

/** Chooses BUY for a new IOI, which has no side. */
function chooseSide(): void {
  const sides = document.querySelectorAll<HTMLInputElement>('.terms-size [data-direction] input')
  if (![...sides].some(({ checked }) => checked)) act(() => sides[0]?.click())
}

/** A field of the editor's first row. */
export const sizeField = (
  name: 'quantity' | 'usd' | 'jpy',
  language: Language = 'En',
): Promise<HTMLInputElement> => screen.findByLabelText<HTMLInputElement>(textIn(language, `advert.${name}`))

/** Replaces the text of a field, and leaves the field. */
export function enter(field: HTMLInputElement, typed: string): void {
  act(() => field.focus())
  fireEvent.change(field, { target: { value: typed } })
  act(() => field.blur())
}

/** Replaces the quantity of the selected advert; a new one is a BUY. */
export async function enterQuantity(typed: string, language: Language = 'En'): Promise<void> {
  const field = await sizeField('quantity', language)
  chooseSide()
  enter(field, typed)
}

/** Selects a security in the search, which opens its advert or creates a draft. */
export async function searchSecurity(ric: string, language: Language = 'En'): Promise<void> {
  const input = await screen.findByPlaceholderText(textIn(language, 'advert.search.placeholder'))
  fireEvent.focus(input)
  fireEvent.change(input, { target: { value: ric } })
  await screen.findByText(ric, { selector: '.search-ric' })
  fireEvent.keyDown(input, { key: 'Enter' })
}

/** Opens the review of the selected advert and confirms it. */
export async function send(kind: 'send' | 'update', language: Language = 'En'): Promise<void> {
  await press(`advert.action.review.${kind}`, {}, language)
  await press(`advert.review.confirm.${kind}`, {}, language)
}
