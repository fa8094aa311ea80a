import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../../server/test/support/test-server.ts'
import { findButton } from '../../support/advert-editor.ts'
import { openAs, pageServer, switchLanguage } from '../../support/controlled-server.tsx'

const names = { En: 'Toyota Motor', Jp: 'トヨタ自動車' } as const

test('a halted security is named in the language of the reader, also before it is resumed', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  await desk.addStaff('operations')
  const naomi = await desk.person('operations@aitai.example').signsIn()
  await naomi.callsOk('/operations/halt', {
    body: { what: 'SECURITY', name: '7203.T', reason: 'a special quote' },
  })
  await naomi.callsOk('/operations/halt', {
    body: { what: 'FIRM', name: 'Alder', reason: 'a mistaken list' },
  })
  const page = await openAs(naomi, '/operations/halts')
  for (const language of languages) {
    switchLanguage(page, language)
    await screen.findByRole('rowheader', { name: new RegExp(`^7203\\.T ${names[language]}`) })
    fireEvent.click(await findButton(textIn(language, 'operations.resume.named', { name: '7203.T' })))
    const title = textIn(language, 'operations.resume.SECURITY', { name: `7203.T - ${names[language]}` })
    const dialog = await screen.findByRole('dialog', { name: title })
    fireEvent.click(within(dialog).getByRole('button', { name: textIn(language, 'operations.cancel') }))
  }
  expect(screen.queryByRole('dialog')).toBeNull()
}, 60_000)
