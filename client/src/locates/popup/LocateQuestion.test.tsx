import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LocateQuestion } from './LocateQuestion.tsx'

beforeEach(() => vi.useFakeTimers())

const renderQuestion = (more: Partial<Parameters<typeof LocateQuestion>[0]> = {}) => {
  const onAnswer = vi.fn()
  render(
    <LocateQuestion
      isOver={false}
      sending={null}
      hasFocus={false}
      answerKey="F8"
      onAnswer={onAnswer}
      {...more}
    />,
  )
  return onAnswer
}
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('clicks in the first 700 ms are ignored, then the first click counts', () => {
  const onAnswer = renderQuestion()
  for (const elapsed of [0, 100, 400, 199]) {
    pass(elapsed)
    fireEvent.click(button('Accept'))
    fireEvent.click(button('Decline'))
  }
  expect(onAnswer).not.toHaveBeenCalled()
  expect(button('Accept').getAttribute('aria-disabled')).toBe('true')

  pass(1)
  fireEvent.click(button('Decline'))

  expect(onAnswer.mock.calls).toEqual([['DECLINE']])
})

test('a new locate does not take the focus', () => {
  renderQuestion()
  pass(1_000)
  expect(document.activeElement).toBe(document.body)
})

test('no further answer is possible while one is being sent or after the deadline', () => {
  const sending = renderQuestion({ sending: 'ACCEPT' })
  pass(1_000)
  fireEvent.click(button('Decline'))
  expect(sending).not.toHaveBeenCalled()
  expect(button('Accepting…')).toBeTruthy()
  cleanup()

  const over = renderQuestion({ isOver: true })
  pass(1_000)
  fireEvent.click(button('Accept'))
  expect(over).not.toHaveBeenCalled()
  expect(screen.getByText(/Time is up/)).toBeTruthy()
})

test('the answer keys are shown once the popup has the focus, F8 before that', () => {
  renderQuestion()
  expect(screen.queryByText('F8')).toBeTruthy()
  expect(screen.queryByText('A')).toBeNull()
  cleanup()

  renderQuestion({ hasFocus: true })
  expect(screen.queryByText('F8')).toBeNull()
  expect(screen.getByText('A')).toBeTruthy()
  expect(screen.getByText('D')).toBeTruthy()
})
