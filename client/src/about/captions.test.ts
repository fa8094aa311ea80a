import { expect, test } from 'vitest'
import { formatVideoTime, parseCaptions } from './captions.ts'

test('captions are read with their moments, whatever stands between them', () => {
  const file =
    'WEBVTT\r\n\r\nNOTE made by hand\r\n\r\n1\r\n00:01.500 --> 00:04.000 line:0\r\nOne\r\nline\r\n\r\n01:00:02.000 --> 01:00:03.000\r\nLate\r\n'

  expect(parseCaptions(file)).toEqual([
    { from: 1.5, line: 'One line' },
    { from: 3_602, line: 'Late' },
  ])
})

test('what is no film has no lines', () => {
  expect(parseCaptions('')).toEqual([])
  expect(parseCaptions('<!doctype html>\n\n<p>00:01</p>')).toEqual([])
})

test('a moment is written as players write it', () => {
  expect([7.9, 62, 605].map(formatVideoTime)).toEqual(['0:07', '1:02', '10:05'])
})
