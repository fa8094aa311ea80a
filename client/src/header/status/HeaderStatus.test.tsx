import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { accountsApi } from '../../shared/api/accounts-api.ts'
import { signedIn } from '../../shared/store/session.ts'
import { createStore } from '../../shared/store/store.ts'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { SessionEndWarning } from './HeaderStatus.tsx'

const minutes = 60_000

async function signedInUntil(sessionEndsAt: number) {
  const store = createStore()
  store.dispatch(signedIn('a-token'))
  await store.dispatch(
    accountsApi.util.upsertQueryData('myDetails', undefined, { sessionEndsAt } as UserInfo),
  )
  renderInStore(<SessionEndWarning />, store)
}

test.each(languages)(
  'ten minutes before its end a session says so, in %s, and not sooner',
  async (language) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
    changeLanguage(language)
    await signedInUntil(performance.timeOrigin + performance.now() + 11 * minutes)
    expect(screen.queryByRole('alert')).toBeNull()

    act(() => vi.advanceTimersByTime(1.5 * minutes))
    const [before] = textIn(language, 'header.sessionEnds', { time: '|' }).split('|') as [string]
    expect(screen.getByRole('alert').textContent).toContain(before)
  },
)
