import { languages, textIn } from '@aitai/messages/texts.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changeLanguage } from '../text/use-text.ts'
import { GlossaryTerm } from './GlossaryTerm.tsx'

test.each(languages)(
  'a word is explained in %s on focus, and Escape closes what it says',
  async (language) => {
    changeLanguage(language)
    const means = textIn(language, 'term.means.residual')
    render(<GlossaryTerm word="residual" />)
    expect(screen.queryByText(means)).toBeNull()

    await userEvent.tab()
    expect(screen.getByRole('button').textContent).toBe(textIn(language, 'term.residual'))
    expect(await screen.findByText(means)).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText(means)).toBeNull()
  },
)

test('a term shows its explanation on hover, titled by its label', async () => {
  render(<GlossaryTerm word="hurdle">Minimum contra credibility</GlossaryTerm>)
  await userEvent.hover(screen.getByRole('button', { name: 'Minimum contra credibility' }))

  expect(await screen.findByText(textIn('En', 'term.means.hurdle'))).toBeTruthy()
})
