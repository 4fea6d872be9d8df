import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { identity, type SignedIn } from '../api/identity';
import { Refusal } from '../element/refusal';
import { ProviderButton } from './provider-button';

/** Address and password. The same words follow whether the address is known or not. */
export function SignInForm({ email, onSignedIn }: { email: string; onSignedIn: (signedIn: SignedIn) => void }) {
  const [address, setAddress] = useState(email);
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () => await identity.signIn({ email: address, password }),
    onSuccess: onSignedIn,
    onError: () => setPassword(''),
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
          label="E-mail address"
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
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        {signIn.error && <Refusal error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending} disabled={address === '' || password === ''}>
          Sign in
        </Button>
        <ProviderButton address={address} />
        {mailLink.error && <Refusal error={mailLink.error} />}
        <Button
          variant="subtle"
          loading={mailLink.isPending}
          disabled={address === ''}
          onClick={() => mailLink.mutate()}
        >
          Send me a link by mail
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {mailLink.isSuccess
            ? 'If the address has an account, a link is on its way. It works once, within 15 minutes.'
            : 'Without a password, take a link by mail, or ask the operator for one.'}
        </Text>
      </Stack>
    </form>
  );
}
