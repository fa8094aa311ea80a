import { fireEvent, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { NewPasswordFields, newPasswordRules } from './NewPasswordFields.tsx'

function Form() {
  const { register } = useForm({ defaultValues: { password: '', again: '' } })
  return (
    <NewPasswordFields
      password={register('password', newPasswordRules)}
      again={register('again')}
      errors={{ password: undefined, again: undefined }}
      showsMismatch
    />
  )
}

test('the rule of the length is marked as met while the password is typed', () => {
  renderInStore(<Form />)
  const types = (password: string): void =>
    void fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } })

  types('eleven char')
  expect(screen.queryByRole('img', { name: 'met' })).toBeNull()
  types('twelve chars')
  expect(screen.getByRole('img', { name: 'met' })).toBeTruthy()
  types('short')
  expect(screen.queryByRole('img', { name: 'met' })).toBeNull()
})
