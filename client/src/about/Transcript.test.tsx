import { textIn } from '@aitai/messages/texts.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { formatVideoTime, parseCaptions, Transcript } from './Transcript.tsx'

async function opens(captions: string) {
  const onSeek = vi.fn()
  render(<Transcript {...{ captions, onSeek }} />)
  await userEvent.setup().click(screen.getByText(textIn('En', 'about.transcript')))
  return onSeek
}

test('captions that cannot be loaded show an error', async () => {
  await opens('/video/no-such-film.vtt')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(textIn('En', 'about.transcriptUnavailable'))
})

test('each line has its time and plays the video from there', async () => {
  const file = 'WEBVTT\n\n00:00:01.500 --> 00:00:04.000\nOne line\n\n00:01:02.250 --> 00:01:03.000\nAnother\n'
  const onSeek = await opens(`data:text/vtt,${encodeURIComponent(file)}`)
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual(['0:01 One line', '1:02 Another'])

  await userEvent.setup().click(screen.getByRole('button', { name: /Another/ }))
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(62.25)
})

test('captions are parsed with their times, whatever is between them', () => {
  const file =
    'WEBVTT\r\n\r\nNOTE made by hand\r\n\r\n1\r\n00:01.500 --> 00:04.000 line:0\r\nOne\r\nline\r\n\r\n01:00:02.000 --> 01:00:03.000\r\nLate\r\n'

  expect(parseCaptions(file)).toEqual([
    { from: 1.5, line: 'One line' },
    { from: 3_602, line: 'Late' },
  ])
})

test('a file that is not WebVTT has no lines', () => {
  expect(parseCaptions('')).toEqual([])
  expect(parseCaptions('<!doctype html>\n\n<p>00:01</p>')).toEqual([])
})

test('times are formatted like those of a video player', () => {
  expect([7.9, 62, 605].map(formatVideoTime)).toEqual(['0:07', '1:02', '10:05'])
})
