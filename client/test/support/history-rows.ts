import type { Language } from '@aitai/messages/texts.ts'
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { press } from './advert-editor.ts'

/** The rows of the history from top to bottom. A search by role would compute the name of every cell. */
export const historyRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[row-index]')].toSorted(
    (a, b) => Number(a.getAttribute('row-index')) - Number(b.getAttribute('row-index')),
  )

/** The RICs of the rows from top to bottom. */
export const ricsInHistory = (): string[] =>
  historyRows().flatMap(({ textContent }) => /\d{4}\.T/.exec(textContent ?? '')?.[0] ?? [])

/** Opens the history, which then has rows of these securities, in any order. */
export async function openHistory(rics: readonly string[], language: Language = 'En'): Promise<void> {
  await press('history.open', {}, language, ' ▤')
  await waitFor(() => expect(ricsInHistory().toSorted()).toEqual(rics.toSorted()))
}
