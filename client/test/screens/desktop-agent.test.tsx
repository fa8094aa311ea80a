import { textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { searchSecurity, sizeField } from '../support/advert-editor.ts'
import { openAs, pageServer } from '../support/controlled-server.tsx'

type Handler = (context: unknown) => unknown

/** The desktop agent that a container puts into the window before the page (FDC3's preload). */
class Desktop {
  readonly raised: unknown[] = []
  isAnyoneThere = true
  #onIntent: Handler | null = null
  #onContext: Handler | null = null

  getInfo = async () => ({ fdc3Version: '2.2', provider: 'a test' })

  addIntentListener = async (intent: string, handler: Handler) => {
    expect(intent).toBe('ViewInstrument')
    this.#onIntent = handler
    return {
      unsubscribe: async () => {
        this.#onIntent = null
      },
    }
  }

  addContextListener = async (type: string, handler: Handler) => {
    expect(type).toBe('fdc3.instrument')
    this.#onContext = handler
    return {
      unsubscribe: async () => {
        this.#onContext = null
      },
    }
  }

  raiseIntent = async (intent: string, context: unknown) => {
    if (!this.isAnyoneThere) throw new Error('NoAppsFound')
    this.raised.push([intent, context])
  }

  /** Resolves when the page listens. */
  whenListening = () => waitFor(() => expect(this.#onIntent && this.#onContext).not.toBeNull())
  views = (ric: string) => act(async () => void this.#onIntent?.(instrument(ric)))
  broadcasts = (ric: string) => act(async () => void this.#onContext?.(instrument(ric)))
}

const instrument = (ric: string) => ({ type: 'fdc3.instrument', id: { RIC: ric } })
const en = (key: Parameters<typeof textIn>[1]): string => textIn('En', key)
const showElsewhere = () => screen.queryByRole('button', { name: en('advert.elsewhere') })

/** One for all tests, because an agent is found once for a window. */
const desktop = new Desktop()
beforeEach(() => void Object.assign(window, { fdc3: desktop }))
afterEach(() => void Reflect.deleteProperty(window, 'fdc3'))

test('a security that another program shows here is opened, and a glance at one selects an IOI alone', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await desktop.whenListening()
  await searchSecurity('7203.T')
  const ofSelected = async () => {
    const selected = document.querySelector('.terms-editor')?.getAttribute('data-advert')
    return (await alder.adverts()).find(({ id }) => id === selected)?.securityName
  }
  await sizeField('quantity')
  await desktop.views('6758.T')
  await waitFor(async () => expect(await ofSelected()).toContain('6758.T'))
  await desktop.broadcasts('7203.T')
  await waitFor(async () => expect(await ofSelected()).toContain('7203.T'))
  await desktop.broadcasts('8306.T')
  await desktop.views('AAPL.O')
  expect(await ofSelected()).toContain('7203.T')
  expect((await alder.adverts()).map(({ securityName }) => securityName.slice(0, 6)).toSorted()).toEqual([
    '6758.T',
    '7203.T',
  ])
  expect(document.activeElement).toBe(document.body)
})

test('the selected security is shown in another program, without a side or a size', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('6758.T')
  await waitFor(() => expect(showElsewhere()).not.toBeNull())
  await act(async () => showElsewhere()?.click())

  const context = { type: 'fdc3.instrument', name: 'Sony Group', id: { RIC: '6758.T', ticker: '6758' } }
  expect(desktop.raised).toEqual([['ViewInstrument', context]])
  desktop.isAnyoneThere = false
  await act(async () => showElsewhere()?.click())
  await screen.findByText(en('advert.elsewhere.none'))
})

test('a plain browser has no such button', async () => {
  Reflect.deleteProperty(window, 'fdc3')
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('6758.T')
  // The button would stand in the editor, which comes after the draft.
  await sizeField('quantity')

  expect(showElsewhere()).toBeNull()
})
