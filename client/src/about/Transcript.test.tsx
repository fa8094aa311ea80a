import { textIn } from '@aitai/messages/texts.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { initTexts } from '../ui/text/use-text.ts'
import { Transcript } from './Transcript.tsx'

beforeAll(() => initTexts('En'))

async function opens(captions: string) {
  const onSeek = vi.fn()
  render(<Transcript {...{ captions, onSeek }} />)
  await userEvent.setup().click(screen.getByText(textIn('En', 'about.transcript')))
  return onSeek
}

test('captions that cannot be had are said to be missing', async () => {
  await opens('/video/no-such-film.vtt')
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe(textIn('En', 'about.transcriptUnavailable'))
})

test('each line is there with its moment, and asks for the film from then on', async () => {
  const file = 'WEBVTT\n\n00:00:01.500 --> 00:00:04.000\nOne line\n\n00:01:02.250 --> 00:01:03.000\nAnother\n'
  const onSeek = await opens(`data:text/vtt,${encodeURIComponent(file)}`)
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual(['0:01 One line', '1:02 Another'])

  await userEvent.setup().click(screen.getByRole('button', { name: /Another/ }))
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(62.25)
})
