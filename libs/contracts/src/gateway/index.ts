export {
  BorrowAllowance,
  AllowanceBorrowed,
  borrowAllowance,
  ReadsCounted,
  readsCounted,
  OrganizationMarks,
  readOrganizationMarks,
} from './messages';
