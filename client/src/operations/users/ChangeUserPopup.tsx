import {
  cleanEmail,
  cleanName,
  cleanPhone,
  writtenName,
} from '@aitai/contract/routes/console/account-fields.ts'
import type { OperationsUser, UserChange } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useChangeUserMutation } from '../../shared/api/operations-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { useApprovalNeededText } from '../use-action-result.ts'
import { UserFields, type UserValues } from './UserFields.tsx'

interface Props {
  details: OperationsUser
  onDone: (message: string) => void
  onClose: () => void
}

/** Changes what is known about a user. Only what differs is sent, so that it undoes nobody else's change. */
export function ChangeUserPopup({ details, onDone, onClose }: Props) {
  const text = useText()
  const approvalNeededText = useApprovalNeededText()
  const name = writtenName(details.user)
  const [before] = useState(() => valuesOf(details))
  const [values, setValues] = useState(before)
  const [change] = useChangeUserMutation()
  const { confirmed, popup } = useConfirmation()
  const changes = changesIn(before, values)
  const missing = Object.keys(changes).length === 0 ? text('operations.users.change.none') : null
  const send = async (reason: string): Promise<boolean> => {
    const request = { userId: details.user.userId, reason, ...changes }
    const { data, error } = await confirmed(() => change(request))
    const approvalNeeded = approvalNeededText(error)
    if (approvalNeeded !== null) onDone(approvalNeeded)
    if (!data) return approvalNeeded !== null
    onDone(
      text(
        data.changed.length === 0
          ? 'operations.done.unchanged'
          : data.invitedAgain
            ? 'operations.users.done.invitedAgain'
            : 'operations.users.done.changed',
        { name },
      ),
    )
    return true
  }
  return (
    <>
      <ActionPopup
        title={text('operations.users.change.title', { name })}
        means={[text('operations.users.change.means')]}
        doLabel={text('operations.users.change.do')}
        missing={missing}
        size="medium"
        send={send}
        onClose={onClose}
      >
        <UserFields
          values={values}
          phoneHint={
            details.phone === null
              ? text('operations.users.phone.hint')
              : text('operations.users.phone.keep', { digits: details.phone })
          }
          onChange={(changed) => setValues((now) => ({ ...now, ...changed }))}
        />
      </ActionPopup>
      {popup}
    </>
  )
}

const valuesOf = ({ user, twoFactor, language }: OperationsUser): UserValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: '',
  twoFactor,
  language,
})

/** What differs, as it would be stored: a mere space is no change. */
function changesIn(before: UserValues, now: UserValues): Omit<UserChange, 'userId' | 'reason'> {
  const [firstName, lastName, newEmail] = [
    cleanName(now.firstName),
    cleanName(now.lastName),
    cleanEmail(now.email),
  ]
  return {
    ...(firstName === before.firstName ? {} : { firstName: firstName ?? now.firstName }),
    ...(lastName === before.lastName ? {} : { lastName: lastName ?? now.lastName }),
    ...(newEmail === before.email ? {} : { newEmail: newEmail ?? now.email }),
    ...(now.phone.trim() === '' ? {} : { phone: cleanPhone(now.phone) ?? now.phone }),
    ...(now.twoFactor === before.twoFactor ? {} : { twoFactor: now.twoFactor }),
    ...(now.language === before.language ? {} : { language: now.language }),
  }
}
