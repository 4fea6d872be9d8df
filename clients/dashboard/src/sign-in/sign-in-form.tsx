import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { isSignedOut } from '../api/failure';
import { identity, type SignedIn } from '../api/identity';
import { Refusal } from '../element/loading/refusal';
import { ProviderButton } from './provider-button';
import { useWaysIn } from './ways-in';
import { withoutPassword } from './without-password';

/**
 * Address and password. The same words follow whether the address is known or not: after a refusal each address is asked for the
 * organization, whose password it may be.
 * @param organization of the session before, when it acted there alone
 * @param isAgain the session goes on, and a younger proof of who the person is shall stand beside it
 */
export function SignInForm({
  email,
  organization = '',
  isAgain = false,
  onSignedIn,
}: {
  email: string;
  organization?: string;
  isAgain?: boolean;
  onSignedIn: (signedIn: SignedIn) => void;
}) {
  const [address, setAddress] = useState(email);
  const [password, setPassword] = useState('');
  const [named, setNamed] = useState(organization);
  const [isAsked, setAsked] = useState(organization !== '');
  const waysIn = useWaysIn(address).data;
  const signIn = useMutation({
    mutationFn: async () =>
      await identity.signIn({ email: address, password, ...(named !== '' && { organization: named }) }),
    onSuccess: onSignedIn,
    onError: (error) => {
      setPassword('');
      if (isSignedOut(error)) setAsked(true);
    },
  });
  const mailLink = useMutation({ mutationFn: async () => await identity.mailLink(address) });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          required
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        {isAsked && (
          <TextInput
            label="Organization"
            description="Only if you have a separate password for one organization."
            maxLength={128}
            value={named}
            onChange={(event) => setNamed(event.currentTarget.value)}
          />
        )}
        {signIn.error && <Refusal error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending} disabled={address === '' || password === ''}>
          Sign in
        </Button>
        <ProviderButton providers={waysIn?.providers ?? []} isAgain={isAgain} />
        {mailLink.error && <Refusal error={mailLink.error} />}
        {waysIn?.mails && (
          <Button variant="subtle" loading={mailLink.isPending} onClick={() => mailLink.mutate()}>
            Email me a link
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {withoutPassword({ mails: waysIn?.mails, isAsked: mailLink.isSuccess })}
        </Text>
      </Stack>
    </form>
  );
}
