from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("server", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="scoringjob",
            name="lost",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
