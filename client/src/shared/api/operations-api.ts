import * as operations from '@aitai/contract/routes/console/operations.ts'
import { baseApi, mutationEndpoint, queryEndpoint } from './base-api.ts'

/** The calls of the operators' console, which load with it. */
const operationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    operationsToday: queryEndpoint(build, operations.operationsToday, 'Operations'),
    operationsHalts: queryEndpoint(build, operations.operationsHalts, 'Operations'),
    operationsSecurity: queryEndpoint(build, operations.operationsSecurity),
    haltTarget: mutationEndpoint(build, operations.haltTarget, 'Operations'),
    resumeTarget: mutationEndpoint(build, operations.resumeTarget, 'Operations'),
  }),
})

export const {
  useOperationsTodayQuery,
  useOperationsHaltsQuery,
  useOperationsSecurityQuery,
  useHaltTargetMutation,
  useResumeTargetMutation,
} = operationsApi
