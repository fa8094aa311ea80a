import type { ShownArgument } from '@aitai/contract/codes.ts'
import type { AdminContext, AdminRefusal } from '../admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../command-arguments.ts'
import type { Deciders } from './approval-rule.ts'

/** What a second person is to know before a command runs. */
export interface Examined {
  /** What the second person reads. */
  readonly shown: readonly ShownArgument[]
  /** The affected object in the audit trail. */
  readonly subject?: string
  /** What makes a request the same as another one, if not all arguments but the reason. */
  readonly matched?: object
  /** What is stored of the arguments until somebody decides, if not all: a view is run with those given then. */
  readonly stored?: object
}

/** Refuses what the command would refuse anyway; null if these arguments need no second person. */
export type Examine<N extends AdminCommandName> = (
  admin: AdminContext,
  args: AdminCommandArgs<N>,
) => Promise<Examined | { readonly refusal: AdminRefusal } | null>

/** How a command that needs a second person is guarded. */
export interface Guard<N extends AdminCommandName> {
  /** A change is carried out once it is approved; a view is then fetched by its requester, once. */
  readonly kind: 'CHANGE' | 'VIEW'
  /** Who the second person may be. */
  readonly deciders: Deciders
  /** Whether it shows IOIs of users, of which compliance is notified each time. */
  readonly breaksGlass: boolean
  readonly examine: Examine<N>
}

export const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

/** The arguments that were given, in this order. An empty value stands for none. */
export const shownOf = (
  values: {
    readonly [Name in ShownArgument['name']]?: string | number | boolean | null | undefined
  },
): readonly ShownArgument[] =>
  Object.entries(given(values)).map(([name, value]) => ({
    name: name as ShownArgument['name'],
    value: value === null ? '' : String(value),
  }))
