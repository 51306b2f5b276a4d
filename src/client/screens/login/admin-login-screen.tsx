import { Link, useNavigate } from 'react-router-dom';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { adminEntranceTexts } from '#src/client/texts/accounts/admin-entrance-texts.ts';
import { loginTexts } from '#src/client/texts/accounts/login-texts.ts';
import { LoginForm } from './login-form.tsx';

export function AdminLoginScreen() {
  const navigate = useNavigate();
  return (
    <Entrance>
      <h1>{loginTexts.title}</h1>
      <p className="soft">{adminEntranceTexts.adminOnly}</p>
      <LoginForm userType="ADMIN" onSignedIn={() => void navigate('/dashboard/home')} />
      <Link to="/recuperar" className="link-button">
        {loginTexts.forgotten}
      </Link>
    </Entrance>
  );
}
