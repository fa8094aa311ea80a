import { route } from './route.ts'

export const connectBroker = route({
  name: 'connectBroker',
  method: 'POST',
  path: '/connection-agreement/connect-broker',
  for: 'trader',
})

export const brokerUserExecutionListing = route({
  name: 'brokerUserExecutionListing',
  method: 'GET',
  path: '/connection-agreement/broker-user-execution-listing',
  for: 'broker',
})

export const brokerExecutionConfirmation = route({
  name: 'brokerExecutionConfirmation',
  method: 'POST',
  path: '/connection-agreement/broker-execution-confirmation',
  for: 'broker',
})

export const brokerExecutionUndo = route({
  name: 'brokerExecutionUndo',
  method: 'POST',
  path: '/connection-agreement/broker-execution-undo',
  for: 'broker',
})

export const brokerNotExecutedReport = route({
  name: 'brokerNotExecutedReport',
  method: 'POST',
  path: '/connection-agreement/broker-not-executed-report',
  for: 'broker',
})

export const brokerNotExecutedWithdrawal = route({
  name: 'brokerNotExecutedWithdrawal',
  method: 'POST',
  path: '/connection-agreement/broker-not-executed-withdrawal',
  for: 'broker',
})

export const brokerExecutionReport = route({
  name: 'brokerExecutionReport',
  method: 'POST',
  path: '/connection-agreement/broker-execution-report',
  for: 'broker',
})

export const brokerExecutionCorrection = route({
  name: 'brokerExecutionCorrection',
  method: 'POST',
  path: '/connection-agreement/broker-execution-correction',
  for: 'broker',
})

export const brokerExecutionWithdrawal = route({
  name: 'brokerExecutionWithdrawal',
  method: 'POST',
  path: '/connection-agreement/broker-execution-withdrawal',
  for: 'broker',
})

export const agreementReceipt = route({
  name: 'agreementReceipt',
  method: 'GET',
  path: '/connection-agreement/receipt/:connectionAgreementId',
  for: 'member',
})

export const publicEvidence = route({
  name: 'publicEvidence',
  method: 'GET',
  path: '/evidence',
  for: 'anyone',
})
