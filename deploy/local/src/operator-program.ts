/** What a person types before the words of an operator's command on this machine. */
export const operatorProgram = 'npm run operator --';
