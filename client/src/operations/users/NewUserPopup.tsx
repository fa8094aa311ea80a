import type { Role } from '@aitai/contract/codes.ts'
import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useAddUserMutation } from '../../shared/api/operations-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { areComplete, UserFields, type UserValues } from './UserFields.tsx'

interface Props {
  data: OperationsUsers
  /** The roles that the signed-in user manages. */
  roles: readonly Role[]
  onDone: (userId: string, message: string) => void
  onClose: () => void
}

const nobody: UserValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  twoFactor: false,
  language: 'en',
}

/** Invites a user: the temporary password goes to the user by mail, and nobody else sees it. */
export function NewUserPopup({ data: { firms, brokers }, roles, onDone, onClose }: Props) {
  const text = useText()
  const [role, setRole] = useState<Role>(roles[0] ?? 'TRADER')
  const [organization, setOrganization] = useState('')
  const [values, setValues] = useState(nobody)
  const [add] = useAddUserMutation()
  const { confirmed, popup } = useConfirmation()
  const organizations = role === 'TRADER' ? firms : role === 'BROKER' ? brokers : []
  const missing =
    role !== 'STAFF' && organization === ''
      ? text(role === 'TRADER' ? 'operations.users.add.needsFirm' : 'operations.users.add.needsBroker')
      : !areComplete(values)
        ? text('operations.users.add.incomplete')
        : values.twoFactor && values.phone.trim() === ''
          ? text('operations.users.twoFactor.needsPhone')
          : null
  const send = async (reason: string): Promise<boolean> => {
    const { phone, ...rest } = values
    const request = {
      ...rest,
      role,
      ...(role === 'TRADER' ? { firm: organization } : role === 'BROKER' ? { broker: organization } : {}),
      ...(phone.trim() === '' ? {} : { phone }),
      reason,
    }
    const { data: added } = await confirmed(() => add(request))
    if (!added) return false
    onDone(added.userId, text('operations.users.done.added', { name: writtenName(values) }))
    return true
  }
  return (
    <>
      <ActionPopup
        title={text('operations.users.add')}
        means={[text('operations.users.add.means')]}
        doLabel={text('operations.users.add.do')}
        missing={missing}
        size="medium"
        send={send}
        onClose={onClose}
      >
        {roles.length > 1 && (
          <SegmentedControl
            label={text('operations.users.role')}
            value={role}
            options={roles.map((value) => ({ value, label: text(`operations.users.role.${value}`) }))}
            onChoose={(chosen) => {
              setRole(chosen)
              setOrganization('')
            }}
          />
        )}
        {role !== 'STAFF' && (
          <Select
            label={text(role === 'TRADER' ? 'operations.halt.firm' : 'operations.users.role.BROKER')}
            value={organization}
            options={[
              {
                value: '',
                label: text(
                  role === 'TRADER' ? 'operations.halt.firm.choose' : 'operations.users.broker.choose',
                ),
              },
              ...organizations.map((value) => ({ value, label: value })),
            ]}
            onChange={setOrganization}
          />
        )}
        <UserFields
          values={values}
          phoneHint={text('operations.users.phone.hint')}
          onChange={(changed) => setValues((now) => ({ ...now, ...changed }))}
        />
      </ActionPopup>
      {popup}
    </>
  )
}
