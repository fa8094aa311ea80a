import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { type AdvertStatus, advertStatuses } from '@aitai/engine/model/advert.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { initTexts } from '../../ui/text/use-text.ts'
import { ActionBar } from './ActionBar.tsx'

type Reason = Extract<TextKey, `advert.why.${string}`>
/** The expected state of one action in a row of the table: enabled, or the reason why not. */
type Expectation = 'ready' | Reason

interface Row {
  readonly cancel: Expectation
  readonly pause: Expectation
  /** Without and with unsent edits. */
  readonly send: readonly [Expectation, Expectation]
  readonly labels: readonly [pause: 'Pause' | 'Resume', send: 'Send' | 'Update']
}

const sent: Row = {
  cancel: 'ready',
  pause: 'ready',
  send: ['advert.why.unchanged', 'ready'],
  labels: ['Pause', 'Update'],
}
const located: Row = {
  cancel: 'advert.why.located',
  pause: 'advert.why.located',
  send: ['advert.why.located', 'advert.why.located'],
  labels: ['Pause', 'Update'],
}

/**
 * Specification 4, single mode. Cancel: unless Located, Accept/Decline?, Dead, Completed, Unsent or nothing
 * is selected. Pause/Resume: for Sent, Live or Paused only; Resume when Paused. Send/Update: not for Located,
 * Accept/Decline?, Completed, Live, Sent and Paused unless the form has been modified; Send when Unsent or
 * Dead. The engine refuses to modify located and completed adverts (ADVERT-ERROR-002).
 */
const table: Readonly<Record<AdvertStatus | 'nothing', Row>> = {
  nothing: {
    cancel: 'advert.why.nothing',
    pause: 'advert.why.nothing',
    send: ['advert.why.nothing', 'advert.why.nothing'],
    labels: ['Pause', 'Send'],
  },
  UNSENT: {
    cancel: 'advert.why.unsent',
    pause: 'advert.why.unsent',
    send: ['ready', 'ready'],
    labels: ['Pause', 'Send'],
  },
  SENT: sent,
  LIVE: sent,
  PAUSED: { ...sent, labels: ['Resume', 'Update'] },
  'ACCEPT/DECLINE?': located,
  LOCATED: located,
  COMPLETED: {
    cancel: 'advert.why.completed',
    pause: 'advert.why.completed',
    send: ['advert.why.completed', 'advert.why.completed'],
    labels: ['Pause', 'Update'],
  },
  DEAD: {
    cancel: 'advert.why.ended',
    pause: 'advert.why.ended',
    send: ['ready', 'ready'],
    labels: ['Pause', 'Send'],
  },
}

const statuses = ['nothing', ...advertStatuses] as const

function show(language: Language, status: (typeof statuses)[number], isModified: boolean) {
  initTexts(language)
  const advert =
    status === 'nothing' ? null : ({ id: 'one', advertisementStatus: status, causeOfDeath: null } as Advert)
  renderInStore(<ActionBar advert={advert} equity={undefined} isModified={isModified} formId="terms" />)
  const buttons = document.querySelector<HTMLElement>('.action-buttons')
  if (!buttons) throw new Error('no actions')
  return (key: TextKey) => within(buttons).getByRole('button', { name: textIn(language, key) })
}

/** `ready`, or the reason in the accessible description of the button. */
function reasonShownBy(button: HTMLElement): string {
  if (button.getAttribute('aria-disabled') !== 'true') return 'ready'
  const id = button.getAttribute('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent ?? ''
}

for (const language of languages) {
  const meant = (expectation: Expectation): string =>
    expectation === 'ready' ? expectation : textIn(language, expectation)

  // spec: 2.trader.13, 4.statuses.7, 4.statuses.8, 4.statuses.9, 4.statuses.10
  test.each(statuses)(
    `%s: allowed actions are enabled, the others state the reason, ${language}`,
    (status) => {
      for (const isModified of [false, true]) {
        const row = table[status]
        const button = show(language, status, isModified)
        const [pause, send] = row.labels
        const sending = send === 'Send' ? 'advert.action.review.send' : 'advert.action.review.update'
        const pausing = pause === 'Pause' ? 'advert.action.pause' : 'advert.action.resume'

        expect(reasonShownBy(button('advert.action.cancel'))).toBe(meant(row.cancel))
        expect(reasonShownBy(button(pausing))).toBe(meant(row.pause))
        expect(reasonShownBy(button(sending))).toBe(meant(row.send[isModified ? 1 : 0]))
        // With the history, and the three actions on all adverts.
        expect(screen.getAllByRole('button')).toHaveLength(7)
        cleanup()
      }
    },
  )
}
